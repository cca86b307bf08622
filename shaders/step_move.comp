#version 430 core
#include "step.glsl"

// Steers the boids of a species by its field rules, then limits and moves them.

layout(local_size_x = 64) in;

layout(std430, binding = 0) restrict buffer Before { vec4 before[]; };
layout(std430, binding = 1) restrict writeonly buffer Now { vec4 now[]; };
layout(std430, binding = 2) restrict buffer Steering { vec4 steering[]; };
layout(std430, binding = 3) restrict buffer Memory { vec4 memory[]; };
layout(std430, binding = 4) restrict buffer Faults { uint faults[]; };

uniform uint uCount;
uniform bool uIsSteered;  // by pair rules
uniform uint uPeriod;     // steps between the decisions of a boid
uniform uint uNow;        // those decide now whose id has this remainder
uniform float uSeconds;   // [s] of a step

uint slot;
uint id;
// Of the field rules
vec3 position;
vec3 velocity;
// Of the limits
vec3 oldPosition;
vec3 oldVelocity;
vec3 acceleration;

#include "rules.glsl"

void main() {
    slot = gl_GlobalInvocationID.x;
    if (slot >= uCount) {
        return;
    }
    id = floatBitsToUint(before[slot].w);
    oldPosition = before[slot].xyz;
    oldVelocity = before[uCount + slot].xyz;
    position = oldPosition;
    velocity = oldVelocity;
    bool decides = uPeriod == 1u || id % uPeriod == uNow;
    acceleration = decides && !uIsSteered ? vec3(0.0) : steering[slot].xyz;
    if (decides) {
        acceleration += steerByFields();
        steering[slot] = vec4(acceleration, 0.0);
    }
    limitAcceleration();
    velocity = bounded(oldVelocity + acceleration * uSeconds, oldVelocity, kSpeedLimit);
    limitVelocity();
    velocity = bounded(velocity, oldVelocity, kSpeedLimit);
    position = oldPosition + velocity * uSeconds;
    limitPosition();
    now[slot] = vec4(bounded(position, oldPosition, kWorldLimit), uintBitsToFloat(id));
    now[uCount + slot] = vec4(bounded(velocity, oldVelocity, kSpeedLimit), 0.0);
#ifdef WRAPS
    before[slot].xyz = oldPosition;  // shifted to the same side of the edge
#endif
}
