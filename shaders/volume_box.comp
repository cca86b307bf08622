#version 430 core
#include "volume.glsl"
#include "total.glsl"

// Places the volume round the middle of the flock, large enough for nearly all bodies. One work group.

layout(local_size_x = 256) in;

layout(std430, binding = 3) restrict writeonly buffer Box { vec4 box; };  // uVolume

uniform float uLeastCell;  // [m]

// Covers an even box of bodies, and nearly all of a normally distributed cloud.
const float kDeviations = 2.5;

void main() {
    Sum sum = total();
    if (gl_LocalInvocationID.x == 0u) {
        float count = max(sum.places.w, 1.0);
        vec3 mean = sum.places.xyz / count;
        vec3 deviation = sqrt(max(sum.squares.xyz / count - mean * mean, vec3(0.0)));
        // A cell on each side stays empty.
        vec3 cells = kDeviations * deviation / (0.5 * vec3(kCells) - 1.0);
        float cell = max(max(max(cells.x, cells.y), cells.z), uLeastCell);
        box = vec4(mean - 0.5 * cell * vec3(kCells), cell);
    }
}
