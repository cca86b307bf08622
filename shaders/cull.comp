#version 430 core
#include "scene.glsl"
#include "bodies.glsl"

// Chooses each body's level of detail, and counts the bodies of each level. Each invocation looks at a run of
// bodies, in order.

layout(local_size_x = 64) in;

layout(std430, binding = 0) restrict readonly buffer Published { PublishedBody bodies[]; };
layout(std430, binding = 2) restrict writeonly buffer Levels { uint levels[]; };
layout(std430, binding = 3) restrict writeonly buffer Runs { uvec4 runs[]; };  // bodies of each level

uniform int uFirst;          // of the species
uniform int uCount;
uniform float uBodyLength;   // [m]
uniform float uReach;        // [body lengths] how far a body extends from its position
uniform mat4 uSeen;          // from eye-relative offsets to the clip space of the tile
uniform float uFarthest;     // [m] beyond it nothing contrasts with the background
uniform float uLeastPixels;  // a shorter body has faded out
uniform vec3 uLimits;        // [px] a longer body has level 0, 1, 2
uniform int uDrawing;        // as in Drawing

uniform float uMirrors;      // 1 if a lake shows the mirror images of bodies

const int kFullDetail = 1;
const int kEverything = 2;

bool isOutside(vec4 plane, vec3 offset, float reach) {
    return dot(plane.xyz, offset) + plane.w < -reach * length(plane.xyz);
}

bool isSeen(mat4 rows, vec3 offset, float reach) {
    return !(isOutside(rows[3] + rows[0], offset, reach) || isOutside(rows[3] - rows[0], offset, reach) ||
             isOutside(rows[3] + rows[1], offset, reach) || isOutside(rows[3] - rows[1], offset, reach));
}

uint levelOf(PublishedBody body, mat4 rows) {
    vec3 offset = centreOf(body, uEye.xyz, uSurface.y);
    float size = sizeOf(body.id & ~kUnmoved, uBodyLength);
    float distance = length(offset);
    // Written so that what is no number is hidden.
    if (!(distance < uFarthest && size * pixelsPerMetre(offset) > uLeastPixels)) {
        return kLevels;
    }
    // The four side planes of the view; there is no far plane.
    float reach = uReach * size;
    vec3 image = vec3(offset.x, 2.0 * uSurface.x - offset.y, offset.z);
    if (uDrawing != kEverything && !isSeen(rows, offset, reach) && !(uMirrors > 0.5 && isSeen(rows, image, reach))) {
        return kLevels;
    }
    if (uDrawing == kFullDetail || uDrawing == kEverything) {
        return 0u;
    }
    float depth = dot(rows[3].xyz, offset) + rows[3].w;
    float pixels = size * uSurface.z / max(depth, 1e-6);
    return pixels > uLimits.x ? 0u : pixels > uLimits.y ? 1u : pixels > uLimits.z ? 2u : 3u;
}

void main() {
    uint run = gl_GlobalInvocationID.x;
    uint begin = run * kRun;
    uint end = min(begin + kRun, uint(uCount));
    if (begin >= end) {
        return;
    }
    mat4 rows = transpose(uSeen);
    uvec4 counts = uvec4(0u);
    for (uint index = begin; index < end; ++index) {
        uint level = levelOf(bodies[uint(uFirst) + index], rows);
        levels[uint(uFirst) + index] = level;
        counts += uvec4(equal(uvec4(0u, 1u, 2u, 3u), uvec4(level)));
    }
    runs[uint(uFirst) / kRun + run] = counts;
}
