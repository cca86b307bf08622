// Maps exposed light to the displayable range.

// Linear up to 0.6, then a shoulder towards 1, so that bright flanks keep their detail.
vec3 toneMap(vec3 light) {
    const float kKnee = 0.6;
    vec3 over = max(light - kKnee, 0.0) / (1.0 - kKnee);
    return min(light, vec3(kKnee)) + (1.0 - kKnee) * (1.0 - exp(-over));
}
