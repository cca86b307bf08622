#version 430 core
#include "step.glsl"

// Sums up the boids of a species, and finds its leader and the best place that any has found. Each invocation looks at a
// part of them: at every uParts-th boid.

layout(local_size_x = 64) in;

layout(std430, binding = 0) restrict readonly buffer Now { vec4 now[]; };
layout(std430, binding = 1) restrict readonly buffer Memory { vec4 memories[]; };
layout(std430, binding = 2) restrict writeonly buffer Sums { vec4 sums[]; };  // the leader's two, then three of each part

uniform uint uCount;
uniform uint uParts;
uniform uint uLeader;    // its id
uniform vec3 uMean;      // [m] in the flock's middle: sums of small offsets are more exact
uniform uint uColumn;    // of the memory of the rule that searches
uniform bool uRemembers; // whether it keeps one
uniform bool uIsLowest;  // whether the lowest place is the best

vec3 position;
vec3 memory;

#include "rules.glsl"

void main() {
    uint part = gl_GlobalInvocationID.x;
    if (part >= uParts) {
        return;
    }
    vec3 offsets = vec3(0.0);
    vec3 velocities = vec3(0.0);
    vec3 best = vec3(0.0);
    uint bestId = 0u;
    for (uint slot = part; slot < uCount; slot += uParts) {
        position = now[slot].xyz;
        uint id = floatBitsToUint(now[slot].w);
        vec3 velocity = now[uCount + slot].xyz;
        offsets += position - uMean;
        velocities += velocity;
        if (id == uLeader) {
            sums[0] = vec4(position, 0.0);
            sums[1] = vec4(velocity, 0.0);
        }
#ifdef SEARCHES
        memory = uRemembers ? memories[uColumn * uCount + slot].xyz : vec3(0.0);
        vec3 place = found();
        bool isBetter = place.z == best.z ? id < bestId : (place.z < best.z) == uIsLowest;
        if (slot == part || isBetter) {
            best = place;
            bestId = id;
        }
#endif
    }
    uint row = 2u + 3u * part;
    sums[row] = vec4(offsets, 0.0);
    sums[row + 1u] = vec4(velocities, 0.0);
    sums[row + 2u] = vec4(best, uintBitsToFloat(bestId));
}
