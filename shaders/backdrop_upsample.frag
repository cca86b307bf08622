#version 430 core
#include "bloom.glsl"

uniform sampler2D uBackdrop;
uniform vec4 uUsed;  // x, y: size in use [texels], each two pixels wide

out vec4 fColour;

void main() {
    fColour = vec4(smoothAt(uBackdrop, 0.5 * gl_FragCoord.xy, uUsed.xy), 1.0);
}
