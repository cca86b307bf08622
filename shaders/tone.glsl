// From light to pixels; for fragment shaders.

// Straight up to 0.6, then a shoulder towards 1: bright flanks keep their drawing.
vec3 tone(vec3 colour) {
    colour *= uSun.w;
    const float kKnee = 0.6;
    vec3 over = max(colour - kKnee, 0.0) / (1.0 - kKnee);
    return min(colour, vec3(kKnee)) + (1.0 - kKnee) * (1.0 - exp(-over));
}

// One step of eight bits of noise hides the steps of a gradient. Interleaved gradient noise (Jimenez 2014),
// twice for a triangular distribution.
float ditherNoise(vec2 pixel) {
    float a = fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715))));
    float b = fract(52.9829189 * fract(dot(pixel + 47.0, vec2(0.00583715, 0.06711056))));
    return a + b - 1.0;
}

vec3 encodeSrgb(vec3 linear) {
    return mix(1.055 * pow(max(linear, vec3(0.0031308)), vec3(1.0 / 2.4)) - 0.055, linear * 12.92,
               lessThan(linear, vec3(0.0031308)));
}

// From light to what is written to the framebuffer.
vec3 finish(vec3 light) {
    vec3 colour = tone(max(light, vec3(0.0)));
    // The width of one encoded step, in linear light, is about 2 / 255 times the square root.
    colour = max(colour + ditherNoise(gl_FragCoord.xy) * (2.0 / 255.0) * sqrt(colour + 0.0005), vec3(0.0));
    return uSurface.w > 0.5 ? encodeSrgb(min(colour, vec3(1.0))) : colour;
}
