// The total of all runs of bodies, computed by a work group of 256.
#include "sums.glsl"

layout(std430, binding = 2) restrict readonly buffer Sums { Sum sums[]; };

uniform int uSumCount;

shared vec4 places[256];
shared vec4 squares[256];

// The total, in the first invocation only; all must call it.
Sum total() {
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
    return Sum(places[0], squares[0]);
}
