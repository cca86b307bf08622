#version 430 core
#include "dust.glsl"
#include "total.glsl"

// Places the square round the herd and its trails. One work group.

layout(local_size_x = 256) in;

layout(std430, binding = 3) restrict writeonly buffer Box { vec4 box; };  // uDust

uniform float uLongest;      // [m] length of the longest body
uniform float uStepSeconds;  // [s]

// Covers an even herd, and nearly all of a normally distributed one.
const float kDeviations = 2.3;
const float kReach = 2.5;        // [s] older dust has all but settled
const float kLeastColumn = 0.3;  // [body lengths]

void main() {
    Sum sum = total();
    if (gl_LocalInvocationID.x == 0u) {
        float count = max(sum.places.w, 1.0);
        vec2 mean = sum.places.xz / count;
        vec2 deviation = sqrt(max(sum.squares.xz / count - mean * mean, vec2(0.0)));
        float reach = kReach * sqrt(sum.squares.w / count) / uStepSeconds;
        float halfSide = kDeviations * max(deviation.x, deviation.y) + reach;
        float column = max(2.0 * halfSide / float(kColumns), kLeastColumn * uLongest);
        box = vec4(mean - 0.5 * column * float(kColumns), column, uLongest);
    }
}
