#version 430 core
#include "bodies.glsl"

// Lists the visible bodies, level by level, in the order of the flock: the same list in every run.

layout(local_size_x = 64) in;

layout(std430, binding = 2) restrict readonly buffer Levels { uint levels[]; };
layout(std430, binding = 3) restrict readonly buffer Runs { uvec4 runs[]; };  // the place of each level's first body
layout(std430, binding = 5) restrict writeonly buffer Visible { uint visible[]; };

uniform int uFirst;  // of the species
uniform int uCount;

void main() {
    uint run = gl_GlobalInvocationID.x;
    uint begin = run * kRun;
    uint end = min(begin + kRun, uint(uCount));
    if (begin >= end) {
        return;
    }
    uvec4 place = runs[uint(uFirst) / kRun + run];
    for (uint index = begin; index < end; ++index) {
        uint level = levels[uint(uFirst) + index];
        if (level < kLevels) {
            visible[uint(uFirst) + place[level]++] = index;
        }
    }
}
