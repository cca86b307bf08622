// Maps exposed light to the displayable range.

// Contrast about a mid-grey, most of it below: a toe. On the brightness alone, so that hues stay; with a little more
// saturation.
vec3 contrast(vec3 light) {
    const float kGrey = 0.18;
    const float kBlack = 0.02;
    float luma = max(dot(light, vec3(0.2126, 0.7152, 0.0722)), 1e-5);
    // White stays: more contrast there would burn out the sun.
    float power = mix(1.36, 0.953, smoothstep(0.0, 0.7, luma));
    float toe = luma * luma / (luma + kBlack);
    float wanted = kGrey * pow(toe * ((kGrey + kBlack) / (kGrey * kGrey)), power);
    return max(mix(vec3(wanted), light * (wanted / luma), 1.06), vec3(0.0));
}

// Linear up to 0.6, then a shoulder towards 1, so that bright flanks keep their detail. `graded`: 1 with contrast() before,
// 0 without, as lab.glsl requires, which inverts this.
vec3 toneMap(vec3 light, float graded) {
    const float kKnee = 0.6;
    light = mix(light, contrast(light), graded);
    vec3 over = max(light - kKnee, 0.0) / (1.0 - kKnee);
    return min(light, vec3(kKnee)) + (1.0 - kKnee) * (1.0 - exp(-over));
}
