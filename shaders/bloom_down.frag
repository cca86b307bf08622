#version 430 core
#include "bloom.glsl"

uniform sampler2D uSource;  // two texels along each side of a pixel
uniform vec3 uUsed;         // xy: size in use [texels]

out vec4 fLight;

void main() {
    ivec2 first = ivec2(gl_FragCoord.xy) * 2;
    vec3 sum = texelAt(uSource, first, uUsed.xy) + texelAt(uSource, first + ivec2(1, 0), uUsed.xy) +
               texelAt(uSource, first + ivec2(0, 1), uUsed.xy) + texelAt(uSource, first + ivec2(1, 1), uUsed.xy);
    fLight = vec4(0.25 * sum, 1.0);
}
