// A tuft of dry grass, as grass.comp grows it for grass.vert.

const float kTurn = 6.2831853;

// Three random numbers: pcg3d of Jarzynski and Olano 2020.
uvec3 scramble(uvec3 v) {
    v = v * 1664525u + 1013904223u;
    v.x += v.y * v.z;
    v.y += v.z * v.x;
    v.z += v.x * v.y;
    v ^= v >> 16u;
    v.x += v.y * v.z;
    v.y += v.z * v.x;
    v.z += v.x * v.y;
    return v;
}

vec3 fractions(uvec3 v) {
    return vec3(v >> 8u) / 16777216.0;
}
