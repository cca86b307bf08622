#version 430 core
#include "scene.glsl"

// A square that faces the eye.

uniform vec4 uPlace;  // from the eye [m]; w: half its side [m]

out vec2 vCorner;  // -1 .. 1
out vec3 vOffset;

void main() {
    int corner = gl_VertexID % 6;
    vCorner = vec2(corner == 1 || corner == 2 || corner == 4 ? 1.0 : -1.0, corner == 2 || corner == 4 || corner == 5 ? 1.0 : -1.0);
    vOffset = uPlace.xyz + uPlace.w * (vCorner.x * normalize(uRayRight.xyz) + vCorner.y * normalize(uRayUp.xyz));
    gl_Position = uViewProjection * vec4(vOffset, 1.0);
}
