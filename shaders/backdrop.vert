#version 430 core
#include "scene.glsl"

out vec3 vDirection;

// One triangle that covers the frame.
void main() {
    vec2 corner = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
    vDirection = uRayCentre.xyz + uRayRight.xyz * corner.x + uRayUp.xyz * corner.y;
    gl_Position = vec4(corner, 1.0, 1.0);  // at the far limit
}
