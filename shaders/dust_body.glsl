// How a body raises dust; for compute shaders, after scene.glsl.
#include "bodies.glsl"
#include "dust.glsl"

layout(std430, binding = 0) restrict readonly buffer Published { PublishedBody bodies[]; };

uniform int uFirst;          // of the species
uniform int uCount;
uniform float uBodyLength;   // [m]
uniform float uStepSeconds;  // [s] real time of a step

// [lengths/s] A walk raises no dust, and a faster gallop no more.
const float kWalk = 0.8;
const float kGallop = 5.0;

struct Runner {
    vec3 place;     // from the eye [m]
    vec2 velocity;  // along x and z [m/s]
    float effort;   // 0 .. 1; 0 for a body that raises no dust
    uint id;
};

Runner runnerAt(uint index) {
    PublishedBody body = bodies[uint(uFirst) + index];
    vec3 place = centreOf(body, uEye.xyz, uSurface.y);
    vec3 velocity = movedBy(body) / uStepSeconds;
    if (!isFinite(place) || !isFinite(velocity)) {
        return Runner(vec3(0.0), vec2(0.0), 0.0, 0u);
    }
    float effort = smoothstep(kWalk, kGallop, length(velocity.xz) / uBodyLength);
    return Runner(place, velocity.xz, effort, body.id & ~kUnmoved);
}
