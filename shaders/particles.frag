#version 430 core

in vec3 vLight;
out vec4 fColour;

void main() {
    vec2 fromCentre = gl_PointCoord * 2.0 - 1.0;
    float soft = max(exp(-4.0 * dot(fromCentre, fromCentre)) - 0.02, 0.0);
    fColour = vec4(vLight * soft, 0.0);
}
