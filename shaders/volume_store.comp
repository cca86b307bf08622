#version 430 core
#include "volume.glsl"

// Copies both optical depths into the texture that the other shaders read.

layout(local_size_x = 64) in;

layout(std430, binding = 2) restrict readonly buffer SunDepths { float sunDepths[]; };
layout(std430, binding = 3) restrict readonly buffer UpDepths { float upDepths[]; };
layout(binding = 0, rg16f) uniform restrict writeonly image3D uDepths;

void main() {
    int index = int(gl_GlobalInvocationID.x);
    ivec3 cell = ivec3(index % kCells.x, index / kCells.x % kCells.y, index / (kCells.x * kCells.y));
    imageStore(uDepths, cell, vec4(sunDepths[index], upDepths[index], 0.0, 0.0));
}
