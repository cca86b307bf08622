// Hides the banding of 8-bit colours; for fragment shaders.

// Noise of one 8-bit step hides the steps of a gradient. Interleaved gradient noise (Jimenez 2014), twice for
// a triangular distribution.
float ditherNoise(vec2 pixel) {
    float a = fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715))));
    float b = fract(52.9829189 * fract(dot(pixel + 47.0, vec2(0.00583715, 0.06711056))));
    return a + b - 1.0;
}

// Returns the noise to add to light that is about to be rounded. `pixel` is a position in the whole frame.
vec3 dither(vec3 light, vec2 pixel) {
    // The width of one encoded step, in linear light, is about 2 / 255 times the square root.
    return ditherNoise(pixel) * (2.0 / 255.0) * sqrt(light + 0.0005);
}
