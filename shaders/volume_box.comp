#version 430 core
#include "volume.glsl"

// Places the volume round the middle of the flock, large enough for nearly all bodies. One work group.

layout(local_size_x = 256) in;

struct Sum {
    vec4 places;   // [m] from the eye; w: number of bodies
    vec4 squares;  // [m²]; w: of the moves
};

layout(std430, binding = 2) restrict readonly buffer Sums { Sum sums[]; };
layout(std430, binding = 3) restrict writeonly buffer Box { vec4 box; };  // uVolume

uniform int uSumCount;
uniform float uLeastCell;  // [m]

// Covers an even box of bodies, and nearly all of a normally distributed cloud.
const float kDeviations = 2.5;

shared vec4 places[256];
shared vec4 squares[256];

void main() {
    uint mine = gl_LocalInvocationID.x;
    vec4 place = vec4(0.0);
    vec4 square = vec4(0.0);
    for (uint i = mine; i < uint(uSumCount); i += 256u) {
        place += sums[i].places;
        square += sums[i].squares;
    }
    places[mine] = place;
    squares[mine] = square;
    for (uint step = 128u; step > 0u; step /= 2u) {
        barrier();
        if (mine < step) {
            places[mine] += places[mine + step];
            squares[mine] += squares[mine + step];
        }
    }
    if (mine == 0u) {
        float count = max(places[0].w, 1.0);
        vec3 mean = places[0].xyz / count;
        vec3 deviation = sqrt(max(squares[0].xyz / count - mean * mean, vec3(0.0)));
        // A cell on each side stays empty.
        vec3 cells = kDeviations * deviation / (0.5 * vec3(kCells) - 1.0);
        float cell = max(max(max(cells.x, cells.y), cells.z), uLeastCell);
        box = vec4(mean - 0.5 * cell * vec3(kCells), cell);
    }
}
