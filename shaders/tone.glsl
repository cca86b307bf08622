// Maps the scene's light to the displayable range; for fragment shaders.

// Linear up to 0.6, then a shoulder towards 1, so that bright flanks keep their detail.
vec3 tone(vec3 colour) {
    colour *= uSun.w;
    const float kKnee = 0.6;
    vec3 over = max(colour - kKnee, 0.0) / (1.0 - kKnee);
    return min(colour, vec3(kKnee)) + (1.0 - kKnee) * (1.0 - exp(-over));
}

// Converts light to the value written to the framebuffer: still linear, because the framebuffer is sRGB.
vec3 finish(vec3 light) {
    vec3 colour = tone(max(light, vec3(0.0)));
    return max(colour + dither(colour, gl_FragCoord.xy + uViewport.zw), vec3(0.0));
}
