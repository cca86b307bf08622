#version 430 core
#include "scene.glsl"
#include "place.glsl"

in vec3 vOffset;
in float vOpacity;
in vec2 vPlace;
flat in float vMapped;
flat in vec2 vThrown;
out vec4 fColour;

uniform float uStrength;  // look.shadow

// Shadow of a body of this length and width, softened by light from the whole sky. It ends within the rectangle.
float shade(vec2 from, vec2 size) {
    const float kAtEdge = 0.037;  // of the longest, 0.8 body lengths from its middle
    vec2 apart = from / size;
    return max(exp(-dot(apart, apart)) - kAtEdge, 0.0) / (1.0 - kAtEdge);
}

void main() {
    // Dim under the legs, darker where the trunk hides the sun, and a shadow between that joins the two.
    float thrown = 1.0 - vMapped;
    float near = 0.55 * shade(vPlace, vec2(0.42, 0.16));
    float between = thrown * 0.45 * shade(vPlace - 0.5 * vThrown, vec2(0.40, 0.13));
    float far = thrown * 0.60 * shade(vPlace - vThrown, vec2(0.44, 0.15));
    float dark = 1.0 - (1.0 - near) * (1.0 - between) * (1.0 - far);
    fColour = vec4(0.0, 0.0, 0.0, dark * transmittance(length(vOffset)).g * vOpacity * uStrength);
}
