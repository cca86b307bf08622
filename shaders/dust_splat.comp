#version 430 core
#include "scene.glsl"
#include "dust_body.glsl"

// Adds the puffs of dust that each body has left behind it: where it was, as far as its velocity and the herd's flow tell.
// So the dust has no history: it is the same whether one watches, seeks or films. Whole numbers, so that the sums do not
// depend on the order.

layout(local_size_x = 64) in;

layout(std430, binding = 2) restrict buffer Columns { uint columns[]; };
layout(binding = 4) uniform sampler2D uHeights;  // of the ground [m]
layout(binding = 5) uniform sampler2D uFlow;     // the herd's velocity along x and z [m/s]; runners about

uniform float uHeightsReach;  // [m] from the world's middle to the sides of uHeights

const int kPuffs = 8;
const float kInterval = 0.5;  // [s] between two puffs of a body
const float kSettling = 2.2;  // [s]
const float kUnit = 512.0;    // of the sums in a puff of the longest body

// Where the herd ran through a place that a body came to at this velocity.
vec2 velocityAt(vec2 place, vec2 velocity) {
    vec3 flow = textureLod(uFlow, onDust(place), 0.0).xyz;
    return mix(velocity, flow.xy, flow.z / (flow.z + 1.0));
}

// 0 at first, then settling; 0 again when the puff is forgotten.
float strengthAt(float age) {
    float end = 1.0 - age / (float(kPuffs) * kInterval);
    return smoothstep(0.0, 0.4, age) * exp(-age / kSettling) * smoothstep(0.0, 0.3, end);
}

// How much of a puff belongs to the dust of each age.
vec3 sharesAt(float age) {
    const float kYoung = 1.0;  // [s]
    const float kOld = 3.0;
    float older = clamp(age / kYoung, 0.0, 1.0);
    float oldest = clamp((age - kYoung) / (kOld - kYoung), 0.0, 1.0);
    return vec3(1.0 - older, older - oldest, oldest);
}

void add(vec2 place, vec3 amounts) {
    vec2 at = onDust(place) * float(kColumns) - 0.5;
    if (any(lessThan(at, vec2(-1.0))) || any(greaterThanEqual(at, vec2(kColumns)))) {
        return;
    }
    ivec2 corner = ivec2(floor(at));
    vec2 beyond = at - vec2(corner);
    for (int i = 0; i < 4; ++i) {
        ivec2 step = ivec2(i & 1, i >> 1);
        ivec2 column = corner + step;
        if (!isColumn(column)) {
            continue;
        }
        vec2 share = mix(1.0 - beyond, beyond, vec2(step));
        for (int age = 0; age < kAges; ++age) {
            uint amount = uint(amounts[age] * share.x * share.y + 0.5);
            if (amount > 0u) {
                atomicAdd(columns[columnIndex(column, age)], amount);
            }
        }
    }
}

void main() {
    uint index = gl_GlobalInvocationID.x;
    if (index >= uint(uCount)) {
        return;
    }
    Runner runner = runnerAt(index);
    vec2 inHeights = (runner.place.xz + uEye.xz) / (2.0 * uHeightsReach) + 0.5;
    float above = runner.place.y + uEye.y - textureLod(uHeights, inHeights, 0.0).r;
    float size = sizeOf(runner.id, uBodyLength);
    float effort = runner.effort * (1.0 - smoothstep(0.8, 1.6, above / size));
    if (!(effort > 0.0)) {
        return;
    }
    float amount = kUnit * effort * (size * size) / (uDust.w * uDust.w);
    // A clock of its own, so that puffs stay where they were raised while the body runs on.
    float clock = uEye.w / kInterval + variety(runner.id, 11u);
    float since = fract(clock);
    uint newest = uint(clock);
    vec2 place = runner.place.xz;
    vec2 velocity = runner.velocity;
    float age = 0.0;
    for (int puff = 0; puff < kPuffs; ++puff) {
        float next = (since + float(puff)) * kInterval;
        velocity = velocityAt(place, velocity);
        place -= velocity * (next - age);
        age = next;
        // No puff is like another.
        uint mark = runner.id + 7919u * (newest - uint(puff));
        float rough = 0.2 + 1.6 * variety(mark, 12u);
        vec2 aside = 0.5 * size * (vec2(variety(mark, 13u), variety(mark, 14u)) - 0.5);
        add(place + aside, amount * rough * strengthAt(age) * sharesAt(age));
    }
}
