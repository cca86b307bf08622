#version 430 core

// Lists the boids of each cell, in any order, with their ids.

layout(local_size_x = 64) in;

layout(std430, binding = 0) restrict readonly buffer State { vec4 state[]; };
layout(std430, binding = 1) restrict readonly buffer Starts { uint starts[]; };
layout(std430, binding = 2) restrict readonly buffer Places { uvec2 places[]; };
layout(std430, binding = 3) restrict writeonly buffer List { uvec2 list[]; };  // slot and id

uniform uint uCount;

void main() {
    uint slot = gl_GlobalInvocationID.x;
    if (slot < uCount) {
        list[starts[places[slot].x] + places[slot].y] = uvec2(slot, floatBitsToUint(state[slot].w));
    }
}
