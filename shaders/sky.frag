#version 430 core
#include "scene.glsl"
#include "sky.glsl"

in vec3 vDirection;
out vec4 fColour;

void main() {
    vec3 direction = normalize(vDirection);
    fColour = vec4(background(direction) + sunDisc(direction), 1.0);
}
