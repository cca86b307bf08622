// For the passes that read the drawn scene.

// Zero for light that is negative or not finite; comparisons with NaN are false.
float finiteLight(float light) {
    return light >= 0.0 && light < 6e4 ? light : 0.0;
}

vec4 finiteLight(vec4 light) {
    return vec4(finiteLight(light.r), finiteLight(light.g), finiteLight(light.b), min(finiteLight(light.a), 1.0));
}

// Exposed light that a half float can still hold.
vec4 expose(vec4 light, float exposure) {
    return vec4(min(light.rgb * exposure, 6e4), light.a);
}
