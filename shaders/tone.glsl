// Maps exposed light to the displayable range.

const float kGrey = 0.18;
const float kBlack = 0.02;
const float kKnee = 0.6;
const vec3 kLuma = vec3(0.2126, 0.7152, 0.0722);
const float kSaturation = 1.06;

// White stays: more contrast there would burn out the sun.
float powerAt(float luma) {
    return mix(1.36, 0.953, smoothstep(0.0, 0.7, luma));
}

// Contrast about a mid-grey, most of it below: a toe. On the brightness alone, so that hues stay; with a little more
// saturation.
vec3 contrast(vec3 light) {
    float luma = max(dot(light, kLuma), 1e-5);
    float toe = luma * luma / (luma + kBlack);
    float wanted = kGrey * pow(toe * ((kGrey + kBlack) / (kGrey * kGrey)), powerAt(luma));
    return max(mix(vec3(wanted), light * (wanted / luma), kSaturation), vec3(0.0));
}

// Light of which contrast() makes this. The brightness by iteration, of which each round halves the error at least.
vec3 beforeContrast(vec3 light) {
    float wanted = max(dot(light, kLuma), 1e-6);
    float luma = wanted;
    for (int i = 0; i < 6; ++i) {
        float toe = kGrey * kGrey / (kGrey + kBlack) * pow(wanted / kGrey, 1.0 / powerAt(luma));
        luma = 0.5 * (toe + sqrt(toe * toe + 4.0 * kBlack * toe));
    }
    return (light + (kSaturation - 1.0) * wanted) / kSaturation * (luma / wanted);
}

// Linear up to 0.6, then a shoulder towards 1, so that bright flanks keep their detail. `graded`: 1 with contrast() before,
// 0 without.
vec3 toneMap(vec3 light, float graded) {
    light = mix(light, contrast(light), graded);
    vec3 over = max(light - kKnee, 0.0) / (1.0 - kKnee);
    return min(light, vec3(kKnee)) + (1.0 - kKnee) * (1.0 - exp(-over));
}

// Light that the picture shows as exactly this colour: the inverse of toneMap(). None brighter than `brightest`.
vec3 untoned(vec3 colour, float graded, float brightest) {
    vec3 over = clamp((colour - kKnee) / (1.0 - kKnee), 0.0, 1.0 - exp((kKnee - brightest) / (1.0 - kKnee)));
    vec3 light = min(colour, vec3(kKnee)) - (1.0 - kKnee) * log(1.0 - over);
    return mix(light, beforeContrast(light), graded);
}
