#version 430 core
#include "volume.glsl"

// Spreads the sums over neighbouring cells along one axis, 1 : 2 : 1. Afterwards they are four times as large.

layout(local_size_x = 64) in;

layout(std430, binding = 2) restrict readonly buffer Cells { uint cells[]; };
layout(std430, binding = 3) restrict writeonly buffer Blurred { uint blurred[]; };

uniform int uAxis;

uint sumAt(ivec3 cell) {
    return isCell(cell) ? cells[cellIndex(cell)] : 0u;
}

void main() {
    int index = int(gl_GlobalInvocationID.x);  // kCells are a multiple of the work group
    ivec3 cell = ivec3(index % kCells.x, index / kCells.x % kCells.y, index / (kCells.x * kCells.y));
    ivec3 next = ivec3(equal(ivec3(0, 1, 2), ivec3(uAxis)));
    blurred[index] = sumAt(cell - next) + 2u * cells[index] + sumAt(cell + next);
}
