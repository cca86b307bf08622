#version 430 core
#define VERTEX
#include "scene.glsl"
#include "far.glsl"
#include "noise.glsl"

uniform int uShape;       // 0 a sphere, 1 a box, 2 a cylinder: as in solid_pass.cpp
uniform vec3 uCentre;     // from the eye [m]
uniform vec4 uHalf;       // half sizes [m]; w: height of the ground below, from the eye [m]
uniform float uRoughness; // [m] how far a stone's surface lies within its shape at most, but for its rounded edges

out vec4 vPlace;  // see far.glsl
out vec3 vLocal;  // from the centre [m]
out vec3 vNormal; // outwards
out float vDent;  // of a stone, 0 .. 1
out float vAbove; // the ground [m]

// As in solid_pass.cpp.
const int kSphere = 0;
const int kBox = 1;
const int kMeridians = 64;
const int kParallels = 32;
const int kFaceCells = 16;
const int kCapRows = 4;

// The larger, the sharper are a stone's edges.
const float kEdge = 14.0;
const float kBoxEdge = 8.0;

// Grid point of a vertex: angle round the axis, and row.
vec2 gridPoint() {
    int quad = gl_VertexID / 6;
    int corner = gl_VertexID % 6;
    int right = corner == 1 || corner == 2 || corner == 4 ? 1 : 0;
    int up = corner == 2 || corner == 4 || corner == 5 ? 1 : 0;
    return vec2(6.2831853 * float(quad % kMeridians + right) / float(kMeridians),
                float(quad / kMeridians + up));
}

// A point of the cube from -1 to 1.
vec3 boxPoint() {
    int quad = gl_VertexID / 6;
    int corner = gl_VertexID % 6;
    int face = quad / (kFaceCells * kFaceCells);
    ivec2 cell = ivec2(quad % kFaceCells, quad / kFaceCells % kFaceCells);
    cell += ivec2(corner == 1 || corner == 2 || corner == 4, corner == 2 || corner == 4 || corner == 5);
    vec2 at = 2.0 * vec2(cell) / float(kFaceCells) - 1.0;
    float side = face % 2 == 0 ? 1.0 : -1.0;
    if (face < 2) {
        return vec3(side, at);
    }
    return face < 4 ? vec3(at.x, side, at.y) : vec3(at, side);
}

// A point of the cylinder of radius 1, from -1 to 1: from the middle of the bottom to its rim, up to the other rim, and to
// the middle of the top.
vec3 cylinderPoint() {
    vec2 at = gridPoint();
    float fromEnd = min(at.y, float(kParallels) - at.y);
    float radius = min(fromEnd / float(kCapRows), 1.0);
    float height = clamp((at.y - float(kCapRows)) / float(kParallels - 2 * kCapRows), 0.0, 1.0) * 2.0 - 1.0;
    return vec3(cos(at.x) * radius, height, sin(at.x) * radius);
}

// How deep the weather has cut into a stone, 0 .. 1: lumps, and ledges between its layers. `place` [m of reef].
float dentAt(vec3 place) {
    float lump = noise(place * 0.9 + 7.0);
    float layer = 0.5 + 0.5 * sin(5.5 * place.y + 5.0 * lump);
    return 0.50 * lump + 0.22 * noise(place * 2.9) + 0.28 * layer;
}

// 0 .. 1: whether a stone stands on the ground, and grows out of it.
float rootedness() {
    float gap = uCentre.y - uHalf.y - uHalf.w;  // between its lowest point and the ground [m]
    return uRoughness > 0.0 ? 1.0 - smoothstep(0.2 * uHalf.y, 0.5 * uHalf.y, gap) : 0.0;
}

vec3 carved(vec3 point, vec3 normal) {
    if (uRoughness <= 0.0) {
        vNormal = normal;
        vDent = 0.0;
        return point;
    }
    // Fallen stone and sand widen the foot.
    float above = max(uCentre.y + point.y - uHalf.w, 0.0) / uRoughness;
    vec3 around = (uCentre + point + uEye.xyz) / uExtinction.w;
    float foot = rootedness() * exp(-0.35 * above) * (1.0 - smoothstep(3.0, 6.0, above)) * (0.3 + 1.4 * noise(around * 1.3 + 3.0));
    point.xz += 2.4 * uRoughness * foot * normal.xz;
    normal = normalize(normal + vec3(0.0, 0.8 * foot, 0.0));
    vec3 place = (uCentre + point + uEye.xyz) / uExtinction.w;
    vec3 aside = normalize(cross(normal, abs(normal.y) < 0.9 ? vec3(0.0, 1.0, 0.0) : vec3(1.0, 0.0, 0.0)));
    vec3 upwards = cross(aside, normal);
    const float kStep = 0.1;
    vDent = dentAt(place);
    vec2 rise = vec2(dentAt(place + kStep * aside), dentAt(place + kStep * upwards)) - vDent;
    rise *= uRoughness / (kStep * uExtinction.w);
    vNormal = normalize(normal + rise.x * aside + rise.y * upwards);
    return point - uRoughness * vDent * normal;
}

void main() {
    if (uShape == kSphere) {
        vec2 at = gridPoint();
        float latitude = 3.1415927 * (at.y / float(kParallels) - 0.5);
        vec3 point = vec3(cos(at.x) * cos(latitude), sin(latitude), sin(at.x) * cos(latitude));
        // A boulder on the ground has no underside: below its middle it goes straight down.
        float rooted = rootedness() * step(point.y, 0.0);
        vec3 normal = normalize(mix(point, vec3(cos(at.x), 0.15, sin(at.x)), rooted * smoothstep(0.0, 0.3, -point.y)));
        point.xz *= mix(1.0, 1.0 / max(cos(latitude), 0.05), rooted);
        vLocal = carved(uHalf.xyz * point, normal);
    } else if (uShape == kBox) {
        // A superellipsoid rounds all edges except those at the bottom.
        vec3 point = boxPoint();
        vec3 powers = pow(vec3(abs(point.x), max(point.y, 0.0), abs(point.z)), vec3(kBoxEdge));
        float scale = pow(powers.x + powers.y + powers.z, -1.0 / kBoxEdge);
        point *= vec3(scale, point.y > 0.0 ? scale : 1.0, scale);
        vec3 slope = vec3(abs(point.x), max(point.y, 0.0), abs(point.z));
        vLocal = carved(uHalf.xyz * point, normalize(sign(point) * pow(slope, vec3(kBoxEdge - 1.0)) / uHalf.xyz + vec3(0.0, 1e-9, 0.0)));
    } else {
        vec3 point = cylinderPoint();
        float radius = length(point.xz);
        float top = max(point.y, 0.0);
        float scale = pow(pow(radius, kEdge) + pow(top, kEdge), -1.0 / kEdge);
        point *= vec3(scale, point.y > 0.0 ? scale : 1.0, scale);
        radius = length(point.xz);
        vec2 outwards = radius > 0.0 ? point.xz / radius : vec2(1.0, 0.0);
        vec2 slope = pow(vec2(radius, max(point.y, 0.0)), vec2(kEdge - 1.0)) / uHalf.xy + vec2(0.0, 1e-9);
        vLocal = carved(uHalf.xyz * point, normalize(vec3(outwards.x * slope.x, slope.y, outwards.y * slope.x)));
    }
    vPlace = vec4(uCentre + vLocal, 1.0);
    vAbove = vPlace.y - uHalf.w;
    gl_Position = clipOf(vPlace);
}
