#version 430 core
#include "scene.glsl"
#include "place.glsl"
#include "light.glsl"
#include "noise.glsl"

in vec3 vOffset;
in vec3 vNormal;
in float vHeight;
out vec4 fColour;

uniform float uReach;     // [m] distance at which the land ends
uniform float uSearched;  // [m] half the side of a search surface, or 0

// Like grain(), for a plane mostly seen at a flat angle. The finer octaves fade by the geometric mean of the
// pixel's extents along and across; otherwise everything but the foreground would blur.
float landGrain(vec2 p, float layer) {
    float sum = 0.0;
    float weight = 0.5;
    float pixel = sqrt(length(dFdx(p)) * length(dFdy(p)));
    for (int octave = 0; octave < 4; ++octave) {
        sum += weight * mix(noise(vec3(p, layer)), 0.5, smoothstep(0.3, 1.0, pixel));
        p = p * 2.03 + 17.0;
        pixel *= 2.03;
        weight *= 0.5;
    }
    return sum;
}

// Dry grass in tufts and tracks of sand, bare on steep slopes.
vec3 landColour(vec3 place, float steep) {
    float broad = landGrain(place.xz * 0.22, 3.0);
    float tufts = landGrain(place.xz * 1.9, 11.0);
    float fine = landGrain(place.xz * vec2(17.0, 13.0), 5.0);
    vec3 grass = mix(vec3(0.150, 0.125, 0.045), vec3(0.330, 0.255, 0.110), 0.5 * tufts + 0.5 * fine);
    vec3 sand = mix(vec3(0.330, 0.240, 0.140), vec3(0.460, 0.360, 0.230), fine);
    float bare = smoothstep(0.46, 0.62, broad + 0.25 * (tufts - 0.47) + 1.4 * steep);
    // Pebbles and tussocks throw little shadows.
    return mix(grass, sand, bare) * (0.62 + 0.8 * fine);
}

// Low is dark and blue, high is pale and warm, with contour lines.
vec3 surfaceColour(float height) {
    float t = pow(clamp(height, 0.0, 1.0), 0.6);
    vec3 colour = mix(vec3(0.006, 0.014, 0.085), vec3(0.006, 0.110, 0.210), smoothstep(0.00, 0.24, t));
    colour = mix(colour, vec3(0.050, 0.260, 0.190), smoothstep(0.20, 0.46, t));
    colour = mix(colour, vec3(0.420, 0.330, 0.110), smoothstep(0.40, 0.70, t));
    colour = mix(colour, vec3(0.600, 0.430, 0.270), smoothstep(0.66, 1.00, t));
    float level = height * 20.0;
    float width = max(fwidth(level), 1e-5);
    float line = 1.0 - smoothstep(0.6 * width, 1.6 * width, abs(fract(level + 0.5) - 0.5));
    return colour * (1.0 - 0.35 * line * (1.0 - smoothstep(0.15, 0.5, width)));
}

void main() {
    float metres = length(vOffset);
    vec3 direction = vOffset / max(metres, 1e-6);
    vec3 normal = normalize(vNormal);
    vec3 place = (vOffset + uEye.xyz);
    vec3 colour = landColour(place / uExtinction.w, 1.0 - normal.y);
    if (uSearched > 0.0) {
        // Ordinary land beyond the square.
        float beyond = max(abs(place.x), abs(place.z)) / uSearched - 1.0;
        colour = mix(surfaceColour(vHeight), colour, smoothstep(0.0, 0.04, beyond));
    }
    vec3 light = shade(Surface(0.8 * colour, normal, 0.0, 0.0), vOffset, visibilityOfSurface(vOffset, normal));
    vec3 transmitted = transmittance(metres) * (1.0 - smoothstep(0.4, 0.95, length(place.xz) / uReach));
    fColour = vec4(applyFog(light, background(direction), transmitted), 1.0);
}
