#version 430 core
#include "step_grid.glsl"

// Counts the boids of each cell, and numbers them within it, in any order.

layout(local_size_x = 64) in;

layout(std430, binding = 0) restrict readonly buffer State { vec4 state[]; };
layout(std430, binding = 1) restrict buffer Starts { uint starts[]; };       // counts of the cells
layout(std430, binding = 2) restrict writeonly buffer Places { uvec2 places[]; };  // cell, and number within it

uniform uint uCount;

void main() {
    uint slot = gl_GlobalInvocationID.x;
    if (slot < uCount) {
        uint cell = indexOf(cellAt(state[slot].xyz));
        places[slot] = uvec2(cell, atomicAdd(starts[cell], 1u));
    }
}
