#version 430 core
#include "scene.glsl"

// One segment, from the second point to the third of four: see LinePoint. The four vertices are the corners of a band that
// faces the eye.
layout(location = 0) in vec4 aPoints[4];   // place [m]; width [m]
layout(location = 4) in vec4 aColours[4];

out vec3 vOffset;    // from the eye [m]
out vec4 vColour;    // sRGB; opacity
out float vAcross;   // from the middle of the line [px]
out float vHalf;     // half the line's width [px]

// Unit, square to a segment and to the line of sight.
vec3 acrossOf(vec3 segment, vec3 sight) {
    vec3 normal = cross(segment, sight);
    return normal * inversesqrt(max(dot(normal, normal), 1e-20));
}

void main() {
    bool isStart = gl_VertexID < 2;
    float side = gl_VertexID % 2 == 0 ? -1.0 : 1.0;
    int point = isStart ? 1 : 2;
    vec3 at = aPoints[point].xyz - uEye.xyz;
    vColour = aColours[point];
    float metresPerPixel = 1.0 / pixelsPerMetre(at);
    float pixels = aPoints[point].w / metresPerPixel;
    vHalf = 0.5 * max(pixels, 1.0);
    vColour.a *= min(pixels, 1.0);
    // Half a pixel more on either side, over which the edge fades.
    vAcross = side * (vHalf + 0.5);
    vec3 sight = isOrthographic() ? viewAxis() : at;
    vec3 across = acrossOf(aPoints[2].xyz - aPoints[1].xyz, sight);
    // Two joined segments meet in the line that halves their angle (a mitre), unless they turn too sharply for one.
    int beside = isStart ? 0 : 3;
    float isJoined = isStart ? aColours[0].a : aColours[2].a;
    vec3 other = acrossOf((isStart ? 1.0 : -1.0) * (aPoints[point].xyz - aPoints[beside].xyz), sight);
    float cosine = dot(across, other);
    if (isJoined > 0.0 && cosine > -0.5) {
        across = (across + other) / (1.0 + cosine);
    }
    vOffset = at + across * vAcross * metresPerPixel;
    gl_Position = uViewProjection * vec4(vOffset, 1.0);
    if (aColours[1].a == 0.0) {
        gl_Position = vec4(0.0, 0.0, 0.0, 1.0);  // the line ends here: no area
    }
}
