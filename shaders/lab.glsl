// A place and its light: a figure's ground. See water.glsl. No air, no sun worth the name: things have flat colours.

// Bodies and lines are marks of a figure: they have exactly the colours that they are given.
#define PLOT
#include "ink.glsl"

const vec3 kSunlight = vec3(0.16);

bool isPaper() {
    return uRayUp.w > 0.5;
}

// #0e1116, or #f6f7f9 on paper.
vec3 environment(vec3 direction) {
    return inkLight(isPaper() ? vec3(0.9216, 0.9301, 0.9473) : vec3(0.0044, 0.0056, 0.0080));
}

vec3 background(vec3 direction) {
    return environment(direction);
}

vec3 transmittance(float metres) {
    return vec3(1.0);
}

vec3 sunlightAt(float aboveEye) {
    return kSunlight;
}

float caustics(vec3 fromEye, vec3 normal) {
    return 1.0;
}

vec3 ambient(vec3 normal) {
    return vec3(mix(0.30, 0.85, 0.5 + 0.5 * normal.y));
}

const vec3 kRimLight = vec3(0.12);

// [m] Light that the air scatters beyond this hardly arrives.
float airReach() {
    return 6e4;
}

// Light that the air on the way to the eye adds, from what its march found; a: how much of the light behind it hides.
vec4 airLight(vec3 air, vec3 direction) {
    return vec4(0.0);
}
