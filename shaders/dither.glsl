// Hides the steps of eight bits; for fragment shaders.

// One step of eight bits of noise hides the steps of a gradient. Interleaved gradient noise (Jimenez 2014),
// twice for a triangular distribution.
float ditherNoise(vec2 pixel) {
    float a = fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715))));
    float b = fract(52.9829189 * fract(dot(pixel + 47.0, vec2(0.00583715, 0.06711056))));
    return a + b - 1.0;
}

// What to add to light that is about to be rounded; `pixel` of the whole picture.
vec3 dither(vec3 light, vec2 pixel) {
    // The width of one encoded step, in linear light, is about 2 / 255 times the square root.
    return ditherNoise(pixel) * (2.0 / 255.0) * sqrt(light + 0.0005);
}
