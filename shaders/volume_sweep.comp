#version 430 core
#include "volume.glsl"

// Optical depth from each cell towards a light far away, slice by slice from the light's side. Each invocation follows
// one cell of a slice, through uSlices slices; more than one only if the rays do not cross cells.

layout(local_size_x = 64) in;

layout(std430, binding = 2) restrict readonly buffer Cells { uint cells[]; };
layout(std430, binding = 3) restrict buffer Depths { float depths[]; };

uniform vec3 uTowards;    // unit, to the light
uniform int uAxis;        // along which it is longest; slices are across it
uniform int uSlice;       // the first one, counted from the light's side
uniform int uSlices;
uniform float uPerCell;   // [m²] of cross-section a unit of the sums

ivec3 cellAt(int slice, ivec2 across) {
    slice = uTowards[uAxis] > 0.0 ? kCells[uAxis] - 1 - slice : slice;
    return uAxis == 0 ? ivec3(slice, across) : uAxis == 1 ? ivec3(across.x, slice, across.y) : ivec3(across, slice);
}

void main() {
    ivec2 size = uAxis == 0 ? kCells.yz : uAxis == 1 ? kCells.xz : kCells.xy;
    int index = int(gl_GlobalInvocationID.x);
    ivec2 across = ivec2(index % size.x, index / size.x);
    if (across.y >= size.y) {
        return;
    }
    vec2 shift = (uAxis == 0 ? uTowards.yz : uAxis == 1 ? uTowards.xz : uTowards.xy) / abs(uTowards[uAxis]);
    // Half of what a ray meets in a cell on its way through a slice.
    float halfDepth = 0.5 * uPerCell / (uVolume.w * uVolume.w * abs(uTowards[uAxis]));
    for (int slice = uSlice; slice < uSlice + uSlices; ++slice) {
        int at = cellIndex(cellAt(slice, across));
        float depth = halfDepth * float(cells[at]);
        if (slice > 0) {
            vec2 meets = vec2(across) + shift;  // in the slice before
            ivec2 corner = ivec2(floor(meets));
            vec2 weight = meets - vec2(corner);
            for (int i = 0; i < 4; ++i) {
                ivec2 step = ivec2(i & 1, i >> 1);
                ivec2 near = corner + step;
                if (all(greaterThanEqual(near, ivec2(0))) && all(lessThan(near, size))) {
                    vec2 share = mix(1.0 - weight, weight, vec2(step));
                    int before = cellIndex(cellAt(slice - 1, near));
                    depth += share.x * share.y * (depths[before] + halfDepth * float(cells[before]));
                }
            }
        }
        depths[at] = depth;
    }
}
