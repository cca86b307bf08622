#version 430 core
#include "scene.glsl"
#include "far.glsl"

layout(location = 0) in vec3 aPosition;  // [m]
layout(location = 1) in vec3 aNormal;
layout(location = 2) in float aHeight;  // 0 .. 1: see GroundVertex

uniform float uReach;  // [m] the corners this far out are drawn at the horizon

out vec4 vPlace;  // see far.glsl
out vec3 vNormal;
out float vHeight;

void main() {
    bool isFar = max(abs(aPosition.x), abs(aPosition.z)) >= uReach;
    vPlace = isFar ? vec4(aPosition.x, 0.0, aPosition.z, 0.0) : vec4(aPosition - uEye.xyz, 1.0);
    vNormal = aNormal;
    vHeight = aHeight;
    gl_Position = clipOf(vPlace);
}
