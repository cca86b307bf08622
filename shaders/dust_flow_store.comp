#version 430 core
#include "dust.glsl"

// The herd's mean velocity about each cell of its flow, for the trails to follow.

layout(local_size_x = 64) in;

layout(std430, binding = 2) restrict readonly buffer Flow { int flow[]; };
layout(binding = 0, rgba16f) uniform restrict writeonly image2D uFlow;

void main() {
    int index = int(gl_GlobalInvocationID.x);
    if (index >= kFlowCells * kFlowCells) {
        return;
    }
    ivec2 cell = ivec2(index % kFlowCells, index / kFlowCells);
    vec3 sum = vec3(0.0);
    for (int y = -1; y <= 1; ++y) {
        for (int x = -1; x <= 1; ++x) {
            ivec2 near = cell + ivec2(x, y);
            if (all(greaterThanEqual(near, ivec2(0))) && all(lessThan(near, ivec2(kFlowCells)))) {
                int at = 3 * (near.x + kFlowCells * near.y);
                sum += float((2 - abs(x)) * (2 - abs(y))) * vec3(flow[at], flow[at + 1], flow[at + 2]);
            }
        }
    }
    vec2 velocity = sum.yz / max(sum.x, 1.0) * (uDust.w / kSpeed);
    imageStore(uFlow, cell, vec4(velocity, min(sum.x / (4.0 * kRunner), 1000.0), 0.0));
}
