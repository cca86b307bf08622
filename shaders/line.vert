#version 430 core
#include "scene.glsl"

// One segment: see LinePoint. The four vertices are the corners of a band that faces the eye.
layout(location = 0) in vec4 aFrom;  // place [m]; width [m]
layout(location = 1) in vec4 aFromColour;
layout(location = 2) in vec4 aTo;
layout(location = 3) in vec4 aToColour;

out vec3 vOffset;    // from the eye [m]
out vec4 vColour;    // sRGB; opacity
out float vAcross;   // from the middle of the line [px]
out float vHalf;     // half the line's width [px]

void main() {
    bool isStart = gl_VertexID < 2;
    float side = gl_VertexID % 2 == 0 ? -1.0 : 1.0;
    vec3 from = aFrom.xyz - uEye.xyz;
    vec3 to = aTo.xyz - uEye.xyz;
    vec3 at = isStart ? from : to;
    vColour = isStart ? aFromColour : aToColour;
    float metresPerPixel = 1.0 / pixelsPerMetre(at);
    float pixels = (isStart ? aFrom.w : aTo.w) / metresPerPixel;
    vHalf = 0.5 * max(pixels, 1.0);
    vColour.a *= min(pixels, 1.0);
    // Half a pixel more on either side, over which the edge fades.
    vAcross = side * (vHalf + 0.5);
    vec3 normal = cross(to - from, isOrthographic() ? viewAxis() : at);
    vec3 across = normal * inversesqrt(max(dot(normal, normal), 1e-20));
    vOffset = at + across * vAcross * metresPerPixel;
    gl_Position = uViewProjection * vec4(vOffset, 1.0);
    if (aFromColour.a == 0.0) {
        gl_Position = vec4(0.0, 0.0, 0.0, 1.0);  // the line ends here: no area
    }
}
