#version 430 core
#include "dither.glsl"

uniform sampler2D uLight;  // reads as linear, premultiplied by coverage
uniform int uSide;         // texels along each side of a pixel
uniform float uWeight;     // weight of their mean
uniform float uNoise;      // 1 if the pixel is about to be rounded for the first time
uniform vec3 uOrigin;      // xy: position of the lower left pixel in the whole frame

out vec4 fLight;

void main() {
    ivec2 first = ivec2(gl_FragCoord.xy) * uSide;
    vec4 sum = vec4(0.0);
    for (int y = 0; y < uSide; ++y) {
        for (int x = 0; x < uSide; ++x) {
            sum += texelFetch(uLight, first + ivec2(x, y), 0);
        }
    }
    vec4 mean = sum / float(uSide * uSide);
    vec3 noise = dither(mean.rgb, gl_FragCoord.xy + uOrigin.xy) * mean.a * uNoise;
    fLight = vec4(max(mean.rgb + noise, vec3(0.0)), mean.a) * uWeight;
}
