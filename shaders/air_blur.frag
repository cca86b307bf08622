#version 430 core

// Averages the light in the air over the 4×4 texels whose steps air.frag staggers, except across edges.

uniform sampler2D uAir;  // see airLight; distance [m]
uniform vec3 uUsed;      // xy: size in use [texels]

out vec4 fAir;

const float kSame = 0.1;  // of the distance

void main() {
    ivec2 texel = ivec2(gl_FragCoord.xy);
    vec4 centre = texelFetch(uAir, texel, 0);
    vec3 sum = vec3(0.0);
    float weights = 0.0;
    for (int y = -2; y < 2; ++y) {
        for (int x = -2; x < 2; ++x) {
            vec4 near = texelFetch(uAir, clamp(texel + ivec2(x, y), ivec2(0), ivec2(uUsed.xy) - 1), 0);
            float weight = abs(near.a - centre.a) < kSame * centre.a ? 1.0 : 1e-4;
            sum += weight * near.rgb;
            weights += weight;
        }
    }
    fAir = vec4(sum / weights, centre.a);
}
