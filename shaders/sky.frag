#version 430 core
#include "scene.glsl"
#include "sky.glsl"
#include "lake.glsl"

// The sky over a lake, with land beyond it.

in vec3 vDirection;
out vec4 fColour;

// How high a chain of hills reaches in a direction on the compass card, 0 .. 1.
float ridgeAt(vec2 towards, float frequency, float layer) {
    vec2 p = frequency * towards + layer;
    return 0.58 * cloudNoise(p) + 0.28 * cloudNoise(2.7 * p + 3.1) + 0.14 * cloudNoise(7.3 * p + 9.7);
}

// The sky above the horizon, with two chains of hills and the trees of the shore before it. Hazier with distance. `sun`:
// how much of the sun's disc it holds; `soft`: sine of the angle over which edges blur;
// `clouds`: how much those of clouds do.
vec3 skyAndLand(vec3 direction, float sun, float soft, float clouds) {
    vec4 sky = cloudySky(direction, clouds);
    vec3 colour = sky.rgb + sun * (1.0 - 0.85 * sky.a) * sunDisc(direction);
    float height = direction.y;
    if (height > 0.085 + soft) {
        return colour;
    }
    vec2 towards = normalize(direction.xz);
    float side = 0.5 + 0.5 * dot(direction, uSun.xyz);
    vec3 haze = horizonColour(side);
    float far = 0.006 + 0.062 * ridgeAt(towards, 3.0, 11.0);
    float near = 0.003 + 0.034 * ridgeAt(towards, 6.0, 5.0);
    float trees = 0.0015 + 0.009 * ridgeAt(towards, 22.0, 31.0) + 0.008 * cloudNoise(150.0 * towards) * cloudNoise(31.0 * towards + 4.0);
    colour = mix(colour, mix(1.15 * uSky.land.rgb, haze, 0.55), 1.0 - smoothstep(-soft, soft, height - far));
    colour = mix(colour, mix(0.65 * uSky.land.rgb, haze, 0.28), 1.0 - smoothstep(-soft, soft, height - near));
    return mix(colour, mix(0.23 * uSky.land.rgb, haze, 0.05), 1.0 - smoothstep(-soft, soft, height - trees));
}

// xy: slope of the lake's ripples that are longer than `pixel` [m], a pixel's extent on the water; z: the mean square slope of
// the shorter ones.
vec3 rippleAt(vec2 place, float pixel) {
    float time = uEye.w;
    vec3 slope = vec3(0.0);
    float frequency = 0.06;  // [1/m]
    for (int i = 0; i < 5; ++i) {
        vec2 p = place * frequency + time * vec2(0.05, 0.09) * (1.0 + float(i));
        float seen = 1.0 - smoothstep(0.15, 0.8, pixel * frequency);
        slope.xy += 0.06 * seen * (vec2(cloudNoise(p), cloudNoise(p.yx * 1.13 + 17.0)) - 0.5);
        slope.z += 0.00022 * (1.0 - seen * seen);
        frequency *= 2.4;
    }
    return slope;
}

void main() {
    vec3 direction = normalize(vDirection);
    float pixel = 1.0 / uSurface.z;
    if (direction.y > 0.0) {
        fColour = vec4(skyAndLand(direction, 1.0, pixel, 0.0), 1.0);
        return;
    }
    float down = max(-direction.y, 1e-4);
    float metres = -uSurface.x / down;
    vec2 place = uEye.xz + direction.xz * metres;
    vec3 slope = rippleAt(place, metres * pixel / down);
    vec3 mirrored = reflect(direction, normalize(vec3(-slope.x, 1.0, -slope.y)));
    // Ripples that are too small to see tilt the mirror to and fro.
    mirrored.y = sqrt(mirrored.y * mirrored.y + 4.0 * slope.z);
    vec3 light = inLake(skyAndLand(normalize(mirrored), 0.0, pixel + 2.0 * sqrt(slope.z), 1.0), direction);
    // The road of sunlight: ripples that tilt towards the sun.
    vec3 halfway = normalize(uSun.xyz - direction);
    // They tilt more across than the mirrored sky shows, which makes the road wide and breaks it into glitter.
    vec2 tilt = halfway.xz / max(halfway.y, 1e-3) + 2.4 * slope.xy;
    vec2 towardsSun = normalize(uSun.xz);
    tilt -= 0.45 * (tilt - towardsSun * dot(tilt, towardsSun));
    float spread = 0.0012 + 3.0 * slope.z;
    light += 0.9 * uSky.disc.rgb * exp(-dot(tilt, tilt) / spread);
    // Mist over the far shore.
    fColour = vec4(mix(light, background(vec3(direction.x, 0.0, direction.z)), 0.35 * exp(70.0 * direction.y)), 1.0);
}
