#version 430 core
#include "bloom.glsl"

uniform sampler2D uSource;  // exposed light, four texels along each side of a pixel
uniform vec3 uUsed;         // xy: size in use [texels]

out vec4 fLight;

const float kKnee = 1.0;      // light below white does not bloom
const float kBrightest = 8.0; // keeps one small spark from flashing

vec3 brightPart(vec3 light) {
    float level = max(light.r, max(light.g, light.b));
    return light * (clamp(level - kKnee, 0.0, kBrightest) / max(level, kKnee));
}

void main() {
    ivec2 first = ivec2(gl_FragCoord.xy) * 4;
    vec3 sum = vec3(0.0);
    for (int y = 0; y < 4; ++y) {
        for (int x = 0; x < 4; ++x) {
            sum += brightPart(texelAt(uSource, first + ivec2(x, y), uUsed.xy));
        }
    }
    fLight = vec4(sum / 16.0, 1.0);
}
