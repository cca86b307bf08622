#version 430 core
#include "scene.glsl"
#include "plain.glsl"
#include "dither.glsl"
#include "tone.glsl"

in vec3 vDirection;
out vec4 fColour;

void main() {
    vec3 direction = normalize(vDirection);
    fColour = vec4(finish(farColour(direction) + sunDisc(direction)), 1.0);
}
