#version 430 core

uniform sampler2D uLight;  // linear, premultiplied by alpha
uniform int uSide;         // texels along each side of a pixel
uniform float uWeight;     // weight of their mean

out vec4 fLight;

void main() {
    ivec2 first = ivec2(gl_FragCoord.xy) * uSide;
    vec4 sum = vec4(0.0);
    for (int y = 0; y < uSide; ++y) {
        for (int x = 0; x < uSide; ++x) {
            sum += texelFetch(uLight, first + ivec2(x, y), 0);
        }
    }
    fLight = sum * (uWeight / float(uSide * uSide));
}
