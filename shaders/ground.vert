#version 430 core
#include "scene.glsl"

layout(location = 0) in vec3 aPosition;  // [m]
layout(location = 1) in vec3 aNormal;
layout(location = 2) in float aHeight;  // 0 .. 1: see GroundVertex

out vec3 vOffset;  // from the eye [m]
out vec3 vNormal;
out float vHeight;

void main() {
    vOffset = aPosition - uEye.xyz;
    vNormal = aNormal;
    vHeight = aHeight;
    gl_Position = uViewProjection * vec4(vOffset, 1.0);
}
