#version 430 core
#include "scene.glsl"
#include "dust_body.glsl"

// Sums how the herd runs, in cells wider than a column. Whole numbers, so that the sums do not depend on the order.

layout(local_size_x = 64) in;

layout(std430, binding = 2) restrict buffer Flow { int flow[]; };  // runners; their velocities along x and z

const float kFastest = 1000.0;   // [units] 2³¹ hold ten thousand bodies of this speed

void main() {
    uint index = gl_GlobalInvocationID.x;
    if (index >= uint(uCount)) {
        return;
    }
    Runner runner = runnerAt(index);
    vec2 place = onDust(runner.place.xz) * float(kFlowCells) - 0.5;
    if (runner.effort <= 0.0 || any(lessThan(place, vec2(-1.0))) || any(greaterThanEqual(place, vec2(kFlowCells)))) {
        return;
    }
    vec2 velocity = clamp(runner.velocity * kSpeed / uDust.w, -kFastest, kFastest);
    ivec2 corner = ivec2(floor(place));
    vec2 beyond = place - vec2(corner);
    for (int i = 0; i < 4; ++i) {
        ivec2 step = ivec2(i & 1, i >> 1);
        ivec2 cell = clamp(corner + step, ivec2(0), ivec2(kFlowCells - 1));
        vec2 share = mix(1.0 - beyond, beyond, vec2(step));
        float weight = kRunner * runner.effort * share.x * share.y;
        int at = 3 * (cell.x + kFlowCells * cell.y);
        atomicAdd(flow[at], int(weight + 0.5));
        atomicAdd(flow[at + 1], int(floor(weight * velocity.x + 0.5)));
        atomicAdd(flow[at + 2], int(floor(weight * velocity.y + 0.5)));
    }
}
