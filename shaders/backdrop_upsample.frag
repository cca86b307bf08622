#version 430 core
#include "bloom.glsl"

uniform sampler2D uBackdrop;
uniform vec4 uUsed;  // size in use [texels], size of the frame [px]

out vec4 fColour;

void main() {
    fColour = vec4(smoothAt(uBackdrop, gl_FragCoord.xy * uUsed.xy / uUsed.zw, uUsed.xy), 1.0);
}
