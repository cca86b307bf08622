#version 430 core
#include "bodies.glsl"

// Turns the runs' counts into places: level by level, and within a level in the order of the runs. Also writes
// how much to draw. One work group does it all.

layout(local_size_x = 256) in;

layout(std430, binding = 3) restrict buffer Runs { uvec4 runs[]; };
layout(std430, binding = 4) restrict writeonly buffer Commands { uint commands[]; };  // see BodyCommands

uniform int uFirst;     // of the species
uniform int uCount;
uniform int uCommands;  // first word of the species' commands

shared uvec4 sums[256];

void main() {
    uint mine = gl_LocalInvocationID.x;
    uint runCount = (uint(uCount) + kRun - 1u) / kRun;
    uint stretch = (runCount + 255u) / 256u;
    uint firstRun = uint(uFirst) / kRun;
    uint begin = min(mine * stretch, runCount);
    uint end = min(begin + stretch, runCount);
    uvec4 sum = uvec4(0u);
    for (uint run = begin; run < end; ++run) {
        sum += runs[firstRun + run];
    }
    sums[mine] = sum;
    barrier();
    for (uint step = 1u; step < 256u; step *= 2u) {
        uvec4 other = mine >= step ? sums[mine - step] : uvec4(0u);
        barrier();
        sums[mine] += other;
        barrier();
    }
    uvec4 total = sums[255];
    uvec4 start = uvec4(0u, total.x, total.x + total.y, total.x + total.y + total.z);
    uvec4 place = start + sums[mine] - sum;
    for (uint run = begin; run < end; ++run) {
        uvec4 count = runs[firstRun + run];
        runs[firstRun + run] = place;
        place += count;
    }
    if (mine == 0u) {
        uint at = uint(uCommands);
        for (uint level = 0u; level < kLevels - 1u; ++level) {
            commands[at + 8u * level + 1u] = total[level];
            commands[at + 8u * level + 4u] = uint(uFirst) + start[level];
        }
        commands[at + 24u] = total.w;  // points
        commands[at + 26u] = uint(uFirst) + start.w;
        uint visible = start.w + total.w;
        commands[at + 33u] = visible;  // shadows
        commands[at + 35u] = uint(uFirst);
        commands[at + 36u] = (visible + 63u) / 64u;  // work groups of pose.comp
        commands[at + 39u] = visible;
        commands[at + 41u] = total.x;  // near casters
        commands[at + 44u] = uint(uFirst);
    }
}
