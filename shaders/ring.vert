#version 430 core
#include "scene.glsl"

uniform vec3 uCentre;   // from the eye [m]
uniform float uRadius;  // [m]

out vec3 vNormal;
out vec3 vOffset;

// As in ring_pass.cpp.
const int kMeridians = 48;
const int kParallels = 24;

void main() {
    int quad = gl_VertexID / 6;
    int corner = gl_VertexID % 6;
    int right = corner == 1 || corner == 2 || corner == 4 ? 1 : 0;
    int up = corner == 2 || corner == 4 || corner == 5 ? 1 : 0;
    float longitude = 6.2831853 * float(quad % kMeridians + right) / float(kMeridians);
    float latitude = 3.1415927 * (float(quad / kMeridians + up) / float(kParallels) - 0.5);
    vNormal = vec3(cos(longitude) * cos(latitude), sin(latitude), sin(longitude) * cos(latitude));
    vOffset = uCentre + uRadius * vNormal;
    gl_Position = uViewProjection * vec4(vOffset, 1.0);
}
