#version 430 core

// What the next step's grid is laid out by: extremes, sums and deviations of a sample of the positions.

layout(local_size_x = 64) in;

layout(std430, binding = 0) restrict readonly buffer State { vec4 state[]; };
layout(std430, binding = 1) restrict writeonly buffer Survey { vec4 survey[]; };  // four for each invocation

uniform uint uCount;
uniform uint uStride;  // between the boids of the sample
uniform vec3 uMean;    // [m] as it was a step ago

void main() {
    uint mine = gl_GlobalInvocationID.x;
    uint stretch = (uCount + gl_NumWorkGroups.x * 64u - 1u) / (gl_NumWorkGroups.x * 64u);
    uint end = min((mine + 1u) * stretch, uCount);
    vec4 sum = vec4(0.0);
    vec3 deviation = vec3(0.0);
    vec3 low = vec3(3e38);
    vec3 high = vec3(-3e38);
    for (uint slot = mine * stretch; slot < end; slot += uStride) {
        vec3 position = state[slot].xyz;
        sum += vec4(position - uMean, 1.0);
        deviation += abs(position - uMean);
        low = min(low, position);
        high = max(high, position);
    }
    survey[4u * mine] = sum;
    survey[4u * mine + 1u] = vec4(deviation, 0.0);
    survey[4u * mine + 2u] = vec4(low, 0.0);
    survey[4u * mine + 3u] = vec4(high, 0.0);
}
