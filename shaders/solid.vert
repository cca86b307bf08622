#version 430 core
#include "scene.glsl"
#include "far.glsl"

uniform int uShape;    // as in solid_pass.cpp
uniform vec3 uCentre;  // from the eye [m]
uniform vec3 uHalf;    // half sizes; of a floor: of its first ring [m]

out vec4 vPlace;  // see far.glsl
out vec3 vLocal;  // from the centre [m]

// As in solid_pass.cpp.
const int kSphere = 0;
const int kBox = 1;
const int kCylinder = 2;
const int kMeridians = 64;
const int kParallels = 32;
const int kFloorRings = 6;

const float kRingGrowth = 8.0;

// Grid point of a vertex: angle round the axis, and row.
vec2 gridPoint() {
    int quad = gl_VertexID / 6;
    int corner = gl_VertexID % 6;
    int right = corner == 1 || corner == 2 || corner == 4 ? 1 : 0;
    int up = corner == 2 || corner == 4 || corner == 5 ? 1 : 0;
    return vec2(6.2831853 * float(quad % kMeridians + right) / float(kMeridians),
                float(quad / kMeridians + up));
}

vec3 boxPoint() {
    int face = gl_VertexID / 6;
    int corner = gl_VertexID % 6;
    vec2 at = vec2(corner == 1 || corner == 2 || corner == 4 ? 1.0 : -1.0,
                   corner == 2 || corner == 4 || corner == 5 ? 1.0 : -1.0);
    float side = face % 2 == 0 ? 1.0 : -1.0;
    if (face < 2) {
        return vec3(side, at);
    }
    return face < 4 ? vec3(at.x, side, at.y) : vec3(at, side);
}

void main() {
    bool isFar = false;
    if (uShape == kSphere) {
        vec2 at = gridPoint();
        float latitude = 3.1415927 * (at.y / float(kParallels) - 0.5);
        vLocal = uHalf * vec3(cos(at.x) * cos(latitude), sin(latitude), sin(at.x) * cos(latitude));
    } else if (uShape == kBox) {
        vLocal = uHalf * boxPoint();
    } else if (uShape == kCylinder) {
        // From the middle of the bottom to its rim, up to the other rim, and to the middle of the top.
        vec2 at = gridPoint();
        float radius = at.y > 0.5 && at.y < 2.5 ? 1.0 : 0.0;
        vLocal = uHalf * vec3(cos(at.x) * radius, at.y < 1.5 ? -1.0 : 1.0, sin(at.x) * radius);
    } else {
        // A floor: from below the eye in rings, small ones first for precision, to the horizon.
        vec2 at = gridPoint();
        float radius = at.y > 0.5 ? uHalf.x * pow(kRingGrowth, at.y - 1.0) : 0.0;
        vLocal = vec3(cos(at.x), 0.0, sin(at.x)) * radius;
        isFar = at.y > float(kFloorRings) - 0.5;
    }
    vPlace = isFar ? vec4(vLocal, 0.0) : vec4(uCentre + vLocal, 1.0);
    gl_Position = clipOf(vPlace);
}
