#version 430 core

// Brings columns of a flock into the order of a sorted state.

layout(local_size_x = 64) in;

layout(std430, binding = 0) restrict readonly buffer From { vec4 from[]; };
layout(std430, binding = 1) restrict writeonly buffer To { vec4 to[]; };
layout(std430, binding = 2) restrict readonly buffer Order { uint order[]; };

uniform uint uCount;
uniform uint uColumns;

void main() {
    uint place = gl_GlobalInvocationID.x;
    if (place < uCount) {
        for (uint column = 0u; column < uColumns; ++column) {
            to[column * uCount + place] = from[column * uCount + order[place]];
        }
    }
}
