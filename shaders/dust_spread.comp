#version 430 core
#include "scene.glsl"
#include "plain.glsl"
#include "dust.glsl"

// Spreads the dust along one axis, older dust wider; after the second, stores it.

layout(local_size_x = 64) in;

layout(std430, binding = 2) restrict readonly buffer Columns { uint columns[]; };
layout(std430, binding = 3) restrict writeonly buffer Spread { uint spread[]; };  // bits of floats
layout(binding = 4) uniform sampler2D uHeights;  // of the ground [m]
// Optical depth of the dust straight through, by age; height of the ground above the eye [m].
layout(binding = 0, rgba16f) uniform restrict writeonly image2D uDustColumns;

uniform int uAxis;            // 0: sums, along x; 1: along z, and store
uniform float uPerUnit;       // [m²] cross-section a unit of the sums
uniform float uHeightsReach;  // as in dust_splat.comp

const vec3 kWidths = vec3(0.7, 1.6, 3.2);  // [body lengths] to where a puff ends
const float kNarrowest = 1.6;              // [columns]
const int kWidest = 11;                    // [columns]
const float kEdge = 10.0;                  // [columns] the dust fades within these

// Dust rises in billows, which drift and change. Their mean is 1.
float billowsAt(vec2 place) {
    vec2 p = place / (1.9 * uDust.w);
    float time = 0.25 * uEye.w;
    float slow = cloudNoise(p + vec2(0.3, 0.2) * time) + cloudNoise(p.yx + vec2(41.0, 17.0) - vec2(0.2, 0.3) * time);
    float fine = cloudNoise(2.3 * p + vec2(7.0 - time, 29.0));
    float t = 0.35 * slow + 0.3 * fine;
    return 0.15 + 1.7 * smoothstep(0.2, 0.8, t);
}

float valueAt(ivec2 column, int age) {
    uint value = columns[columnIndex(column, age)];
    return uAxis == 0 ? float(value) : uintBitsToFloat(value);
}

void main() {
    int index = int(gl_GlobalInvocationID.x);  // columns are a multiple of the work group
    ivec2 column = ivec2(index % kColumns, index / kColumns);
    vec3 amounts;
    for (int age = 0; age < kAges; ++age) {
        float width = clamp(kWidths[age] * uDust.w / uDust.z, kNarrowest, float(kWidest));
        int reach = int(ceil(width)) - 1;
        float sum = 0.0;
        float weights = 0.0;
        for (int i = -reach; i <= reach; ++i) {
            float t = float(i) / width;
            float weight = (1.0 - t * t) * (1.0 - t * t);
            weights += weight;
            ivec2 near = column + (uAxis == 0 ? ivec2(i, 0) : ivec2(0, i));
            if (isColumn(near)) {
                sum += weight * valueAt(near, age);
            }
        }
        amounts[age] = sum / weights;
        if (uAxis == 0) {
            spread[columnIndex(column, age)] = floatBitsToUint(amounts[age]);
        }
    }
    if (uAxis == 1) {
        vec2 at = vec2(column) + 0.5;
        vec2 edges = smoothstep(vec2(0.0), vec2(kEdge), min(at, float(kColumns) - at));
        vec2 place = uDust.xy + at * uDust.z + uEye.xz;
        float ground = textureLod(uHeights, place / (2.0 * uHeightsReach) + 0.5, 0.0).r - uEye.y;
        amounts *= uPerUnit / (uDust.z * uDust.z) * edges.x * edges.y;
        amounts.yz *= billowsAt(place);
        imageStore(uDustColumns, column, vec4(amounts, ground));
    }
}
