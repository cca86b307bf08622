// From light to pixels; for fragment shaders.

// Straight up to 0.6, then a shoulder towards 1: bright flanks keep their drawing.
vec3 tone(vec3 colour) {
    colour *= uSun.w;
    const float kKnee = 0.6;
    vec3 over = max(colour - kKnee, 0.0) / (1.0 - kKnee);
    return min(colour, vec3(kKnee)) + (1.0 - kKnee) * (1.0 - exp(-over));
}

vec3 encodeSrgb(vec3 linear) {
    return mix(1.055 * pow(max(linear, vec3(0.0031308)), vec3(1.0 / 2.4)) - 0.055, linear * 12.92,
               lessThan(linear, vec3(0.0031308)));
}

// From light to what is written to the framebuffer.
vec3 finish(vec3 light) {
    vec3 colour = tone(max(light, vec3(0.0)));
    colour = max(colour + dither(colour, gl_FragCoord.xy + uViewport.zw), vec3(0.0));
    return uSurface.w > 0.5 ? encodeSrgb(min(colour, vec3(1.0))) : colour;
}
