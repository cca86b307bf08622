#version 430 core
#include "bloom.glsl"

uniform sampler2D uSource;  // of half the size, to be blended over the finer level
uniform vec3 uUsed;         // xy: size in use [texels]

out vec4 fLight;

void main() {
    fLight = vec4(spreadAt(uSource, gl_FragCoord.xy * 0.5, uUsed.xy), 1.0);
}
