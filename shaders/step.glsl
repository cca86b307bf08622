// What the shaders of a step share. A state holds, for each of its boids, a position with the id's bits as its
// fourth number, and then, for each, a velocity.


bool isFinite(float x) {
    return (floatBitsToUint(x) & 0x7f800000u) != 0x7f800000u;
}

bool isFinite(vec3 a) {
    return isFinite(a.x) && isFinite(a.y) && isFinite(a.z);
}

bool isNumber(float x) {
    return isFinite(x) || (floatBitsToUint(x) & 0x007fffffu) == 0u;
}

// Clamped to ±limit; a NaN becomes `before`.
float bounded(float value, float before, float limit) {
    float known = isNumber(value) ? value : before;
    return known > limit ? limit : known < -limit ? -limit : known;
}

vec3 bounded(vec3 value, vec3 before, float limit) {
    return vec3(bounded(value.x, before.x, limit), bounded(value.y, before.y, limit),
                bounded(value.z, before.z, limit));
}

float exponentialOf(float x) {
    return exp(x);
}

float logarithmOf(float x) {
    return log(x);
}

uint mixWords(uint bits) {
    bits = (bits ^ (bits >> 16)) * 0x7feb352du;
    bits = (bits ^ (bits >> 15)) * 0x846ca68bu;
    return bits ^ (bits >> 16);
}

// Uniform in [0, 1).
float uniformOf(uint bits) {
    return float(int(bits >> 8)) / 16777216.0;
}
