#version 430 core
#include "resolve.glsl"

#ifndef SAMPLES
#define SAMPLES 4
#endif

uniform sampler2DMS uScene;
uniform float uExposure;
uniform float uEdgeWeight;  // 1: bright samples weigh less, so that edges against bright light are smooth; 0: equal

out vec4 fLight;

void main() {
    vec4 sum = vec4(0.0);
    float weights = 0.0;
    for (int i = 0; i < SAMPLES; ++i) {
        vec4 light = expose(finiteLight(texelFetch(uScene, ivec2(gl_FragCoord.xy), i)), uExposure);
        float luma = dot(light.rgb, vec3(0.2126, 0.7152, 0.0722));
        float weight = 1.0 / (1.0 + uEdgeWeight * luma);
        sum += light * weight;
        weights += weight;
    }
    fLight = sum / weights;
}
