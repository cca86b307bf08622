#version 430 core

// Sorts a state by cell, and within a cell by id: the order, and so every sum, is the same in all runs, unless more
// boids than kMostSorted crowd in one cell.

layout(local_size_x = 64) in;

layout(std430, binding = 0) restrict readonly buffer State { vec4 state[]; };
layout(std430, binding = 1) restrict readonly buffer Starts { uint starts[]; };
layout(std430, binding = 2) restrict readonly buffer Places { uvec2 places[]; };
layout(std430, binding = 3) restrict readonly buffer List { uvec2 list[]; };
layout(std430, binding = 4) restrict writeonly buffer Sorted { vec4 sorted[]; };
layout(std430, binding = 5) restrict writeonly buffer Order { uint order[]; };  // the slot that each came from

// Sorting a more crowded cell would take longer than the step.
const uint kMostSorted = 4096u;

uniform uint uCount;

void main() {
    uint at = gl_GlobalInvocationID.x;
    if (at >= uCount) {
        return;
    }
    uvec2 boid = list[at];
    uint cell = places[boid.x].x;
    uint begin = starts[cell];
    uint end = starts[cell + 1u];
    uint place = at;
    if (end - begin <= kMostSorted) {
        place = begin;
        for (uint other = begin; other < end; ++other) {
            place += list[other].y < boid.y ? 1u : 0u;
        }
    }
    sorted[place] = state[boid.x];
    sorted[uCount + place] = state[uCount + boid.x];
    order[place] = boid.x;
}
