#version 430 core
#include "resolve.glsl"

uniform sampler2D uScene;
uniform float uExposure;

out vec4 fLight;

void main() {
    fLight = expose(finiteLight(texelFetch(uScene, ivec2(gl_FragCoord.xy), 0)), uExposure);
}
