#version 430 core
#include "scene.glsl"
#include "bodies.glsl"
#include "volume.glsl"

// Adds each body's cross-section to the cells that it lies in. Whole numbers, so that the sums do not depend on the
// order.

layout(local_size_x = 64) in;

layout(std430, binding = 0) restrict readonly buffer Published { PublishedBody bodies[]; };
layout(std430, binding = 2) restrict buffer Cells { uint cells[]; };

uniform int uFirst;           // of the species
uniform int uCount;
uniform float uBodyLength;    // [m]
uniform float uCrossSection;  // of a body 1 m long, in units of the volume's sums

const int kMaxParts = 16;

void main() {
    uint run = gl_GlobalInvocationID.x;
    uint begin = run * kRun;
    uint end = min(begin + kRun, uint(uCount));
    int last = -1;
    uint sum = 0u;  // for the cell `last`
    for (uint index = begin; index < end; ++index) {
        PublishedBody body = bodies[uint(uFirst) + index];
        vec3 centre = (centreOf(body, uEye.xyz, uSurface.y) - uVolume.xyz) / uVolume.w;
        if (!isFinite(centre)) {
            continue;
        }
        float size = sizeOf(body.id & ~kUnmoved, uBodyLength);
        // A body longer than a cell is divided among the cells along it.
        int parts = clamp(int(ceil(size / uVolume.w)), 1, kMaxParts);
        uint amount = uint(uCrossSection * size * size / float(parts) + 0.5);
        vec3 along = parts > 1 ? normalize(body.move + vec3(0.0, 0.0, 1e-12)) * (size / uVolume.w) : vec3(0.0);
        for (int part = 0; part < parts; ++part) {
            ivec3 cell = ivec3(floor(centre + along * ((float(part) + 0.5) / float(parts) - 0.5)));
            if (!isCell(cell)) {
                continue;
            }
            int at = cellIndex(cell);
            if (at != last) {
                if (last >= 0) {
                    atomicAdd(cells[last], sum);
                }
                last = at;
                sum = 0u;
            }
            sum += amount;
        }
    }
    if (last >= 0) {
        atomicAdd(cells[last], sum);
    }
}
