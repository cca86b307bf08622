#version 430 core

in vec3 vLight;
out vec4 fColour;

void main() {
    fColour = vec4(vLight, 1.0);
}
