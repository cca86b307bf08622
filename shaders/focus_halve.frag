#version 430 core
#include "scene.glsl"
#include "focus.glsl"

// Halves the picture, with each texel's blur.

uniform sampler2D uLight;
uniform vec3 uUsed;  // xy: size of the light in use [px]

out vec4 fHalf;  // light; radius of blur [px]

void main() {
    ivec2 corner = 2 * ivec2(gl_FragCoord.xy);
    vec4 sum = vec4(0.0);
    float blur = uLens.z;
    for (int i = 0; i < 4; ++i) {
        ivec2 pixel = min(corner + ivec2(i % 2, i / 2), ivec2(uUsed.xy) - 1);
        vec3 light = texelFetch(uLight, pixel, 0).rgb;
        // Glints weigh less, so that they do not flicker.
        float weight = 1.0 / (1.0 + max(light.r, max(light.g, light.b)));
        sum += weight * vec4(light, 1.0);
        blur = min(blur, blurAt(pixel, 0));
    }
    fHalf = vec4(sum.rgb / sum.a, blur);
}
