#version 430 core
#include "scene.glsl"
#include "sky.glsl"

// The sky over a lake, with land beyond it.

in vec3 vDirection;
out vec4 fColour;

// How high a chain of hills reaches in a direction on the compass card, 0 .. 1.
float ridgeAt(vec2 towards, float frequency, float layer) {
    vec2 p = frequency * towards + layer;
    return 0.58 * cloudNoise(p) + 0.28 * cloudNoise(2.7 * p + 3.1) + 0.14 * cloudNoise(7.3 * p + 9.7);
}

// The sky above the horizon, with two chains of hills and the trees of the shore before it. Hazier with distance. `sun`:
// how much of the sun's disc it holds.
vec3 skyAndLand(vec3 direction, float sun) {
    vec3 colour = background(direction) + sun * sunDisc(direction);
    float height = direction.y;
    if (height > 0.085) {
        return colour;
    }
    vec2 towards = normalize(direction.xz);
    float glow = max(dot(direction, uSun.xyz), 0.0);
    glow *= glow;
    glow *= glow;
    vec3 haze = mix(vec3(0.23, 0.17, 0.25), vec3(1.00, 0.46, 0.19), 0.2 + 0.8 * glow * glow);
    float pixel = max(fwidth(height), 1e-5);
    float far = 0.006 + 0.062 * ridgeAt(towards, 3.0, 11.0);
    float near = 0.003 + 0.034 * ridgeAt(towards, 6.0, 5.0);
    float trees = 0.0015 + 0.009 * ridgeAt(towards, 22.0, 31.0) + 0.008 * cloudNoise(150.0 * towards) * cloudNoise(31.0 * towards + 4.0);
    colour = mix(colour, mix(vec3(0.060, 0.048, 0.085), haze, 0.55), 1.0 - smoothstep(-pixel, pixel, height - far));
    colour = mix(colour, mix(vec3(0.034, 0.028, 0.048), haze, 0.28), 1.0 - smoothstep(-pixel, pixel, height - near));
    return mix(colour, mix(vec3(0.012, 0.010, 0.016), haze, 0.05), 1.0 - smoothstep(-pixel, pixel, height - trees));
}

// Slope of the lake's ripples; z: the mean square of those that it leaves out, because they are shorter than `pixel` [m].
vec3 rippleAt(vec2 place, float pixel) {
    float time = uEye.w;
    vec3 slope = vec3(0.0);
    float frequency = 0.06;  // [1/m]
    for (int i = 0; i < 4; ++i) {
        vec2 p = place * frequency + time * vec2(0.05, 0.09) * (1.0 + float(i));
        float seen = 1.0 - smoothstep(0.3, 1.5, pixel * frequency);
        slope.xy += 0.075 * seen * (vec2(cloudNoise(p), cloudNoise(p.yx * 1.13 + 17.0)) - 0.5);
        slope.z += 0.0006 * (1.0 - seen * seen);
        frequency *= 2.6;
    }
    return slope;
}

void main() {
    vec3 direction = normalize(vDirection);
    if (direction.y > 0.0) {
        fColour = vec4(skyAndLand(direction, 1.0), 1.0);
        return;
    }
    // The lake lies as far below the world as the surface of a sea would lie above it.
    float metres = max(uSurface.x + 2.0 * uEye.y, 2.0) / max(-direction.y, 1e-4);
    vec2 place = uEye.xz + direction.xz * metres;
    vec3 slope = rippleAt(place, metres / (uSurface.z * sqrt(max(-direction.y, 1e-3))));
    vec3 mirrored = reflect(direction, normalize(vec3(-slope.x, 1.0, -slope.y)));
    mirrored.y = abs(mirrored.y);
    float grazing = 1.0 + direction.y;
    float squared = grazing * grazing;
    float fresnel = 0.05 + 0.95 * squared * squared;
    vec3 light = mix(vec3(0.014, 0.020, 0.038), 0.88 * skyAndLand(mirrored, 0.0), fresnel);
    // The road of sunlight: ripples that tilt towards the sun.
    vec3 halfway = normalize(uSun.xyz - direction);
    vec2 tilt = halfway.xz / max(halfway.y, 1e-3) + slope.xy;
    float spread = 0.0011 + slope.z;
    light += vec3(2.2, 1.05, 0.38) * exp(-dot(tilt, tilt) / spread);
    // Mist over the far shore.
    fColour = vec4(mix(light, background(vec3(direction.x, 0.0, direction.z)), 0.35 * exp(70.0 * direction.y)), 1.0);
}
