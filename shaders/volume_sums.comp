#version 430 core
#include "scene.glsl"
#include "bodies.glsl"
#include "sums.glsl"

// Sums the places of the bodies in runs of kSummed, and their squares, for the centre and size of a volume or of the
// dust.

layout(local_size_x = 64) in;

layout(std430, binding = 0) restrict readonly buffer Published { PublishedBody bodies[]; };
layout(std430, binding = 2) restrict writeonly buffer Sums { Sum sums[]; };

uniform int uFirst;  // of the species
uniform int uCount;
uniform int uFirstSum;

void main() {
    uint run = gl_GlobalInvocationID.x;
    uint begin = run * kSummed;
    uint end = min(begin + kSummed, uint(uCount));
    if (begin >= end) {
        return;
    }
    Sum sum = Sum(vec4(0.0), vec4(0.0));
    for (uint index = begin; index < end; ++index) {
        PublishedBody body = bodies[uint(uFirst) + index];
        vec3 place = centreOf(body, uEye.xyz, uSurface.y);
        vec3 move = movedBy(body);
        if (isFinite(place) && isFinite(move)) {
            sum.places += vec4(place, 1.0);
            sum.squares += vec4(place * place, dot(move, move));
        }
    }
    sums[uint(uFirstSum) + run] = sum;
}
