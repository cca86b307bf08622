#version 430 core
#include "scene.glsl"

uniform vec4 uHeights;  // x .. y: limits of vDirection.y

out vec3 vDirection;
out vec3 vFrom;  // where the sight begins, from the eye [m]

// One triangle that covers the frame.
void main() {
    vec2 corner = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
    vec3 through = uRayCentre.xyz + uRayRight.xyz * corner.x + uRayUp.xyz * corner.y;
    vDirection = isOrthographic() ? normalize(viewAxis()) : through;
    vFrom = isOrthographic() ? through : vec3(0.0);
    gl_ClipDistance[0] = vDirection.y - uHeights.x;
    gl_ClipDistance[1] = uHeights.y - vDirection.y;
    gl_Position = vec4(corner, 1.0, 1.0);  // at the far limit
}
