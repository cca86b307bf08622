#version 430 core
#include "dust.glsl"

// Places the square round the herd and its trails. One work group.

layout(local_size_x = 256) in;

struct Sum {
    vec4 places;   // [m] from the eye; w: number of bodies
    vec4 squares;  // [m²]; w: of the moves
};

layout(std430, binding = 2) restrict readonly buffer Sums { Sum sums[]; };
layout(std430, binding = 3) restrict writeonly buffer Box { vec4 box; };  // uDust

uniform int uSumCount;
uniform float uLongest;      // [m] length of the longest body
uniform float uStepSeconds;  // [s]

// Covers an even herd, and nearly all of a normally distributed one.
const float kDeviations = 2.3;
const float kReach = 2.5;        // [s] older dust has all but settled
const float kLeastColumn = 0.3;  // [body lengths]

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
        vec2 mean = places[0].xz / count;
        vec2 deviation = sqrt(max(squares[0].xz / count - mean * mean, vec2(0.0)));
        float reach = kReach * sqrt(squares[0].w / count) / uStepSeconds;
        float halfSide = kDeviations * max(deviation.x, deviation.y) + reach;
        float column = max(2.0 * halfSide / float(kColumns), kLeastColumn * uLongest);
        box = vec4(mean - 0.5 * column * float(kColumns), column, uLongest);
    }
}
