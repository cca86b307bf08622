#version 430 core
#include "scene.glsl"
#include "place.glsl"
#include "light.glsl"
#include "noise.glsl"
#include "far.glsl"

in vec4 vPlace;  // see far.glsl
in vec3 vLocal;
in vec3 vNormal;
in float vDent;
in float vAbove;  // the ground [m]
out vec4 fColour;

uniform vec4 uGlow;  // rgb: glow of a beacon; a: 1 for a beacon, otherwise 0
uniform vec3 uRim;   // glow at the edge of a beacon

// Levels instead of a slope, with soft steps between.
vec3 terraced(vec3 x) {
    return (floor(x) + smoothstep(0.3, 0.7, fract(x))) / 5.0;
}

void main() {
    vec4 sight = sightOf(vPlace);
    vec3 direction = sight.xyz;
    float metres = sight.w;
    vec3 offset = metres * direction;
    vec3 normal = normalize(vNormal);
    vec3 faceNormal = normal;
    float reef = uExtinction.w;
    vec3 place = (offset + uEye.xyz) / reef;

    // Beds of rock, parted by crevices, and broken into facets.
    float above = vAbove / reef;
    float rough = grain(place * 1.6);
    float fine = grain(place * 7.0 + 5.0);
    float bed = 0.75 * place.y + 2.6 * noise(vec3(0.55, 0.8, 0.55) * place + 31.0) + 0.25 * rough;
    float inBed = fract(bed);
    float pixel = fwidth(bed);
    float crevice = (1.0 - smoothstep(0.0, 0.10 + pixel, min(inBed, 1.0 - inBed))) * (1.0 - smoothstep(0.2, 0.6, pixel)) *
                    smoothstep(0.40, 0.60, noise(1.1 * place + 71.0));
    vec3 facets = terraced(5.0 * noise3(place * 1.7 + 11.0)) - 0.45;
    vec3 bumps = grain3(place * 3.1 + 11.0) - 0.47;
    // A finer octave, where pixels show it.
    float step = length(fwidth(place));
    vec3 crumbs = vec3(0.0);
    if (step < 0.09) {
        crumbs = noise3(place * 11.0 + 11.0) - 0.5;
        crumbs *= 1.0 - smoothstep(0.03, 0.09, step);
    }
    normal = normalize(normal + facets + 0.8 * bumps + 0.7 * crumbs + vec3(0.0, 0.5 * smoothstep(0.6, 0.9, inBed) - 0.35 * crevice, 0.0));
    // Grains and pits down to a pixel's size.
    float pits = 0.0;
    if (step < 0.06) {
        pits = (grain(place * 17.0 + 3.0, 17.0 * step) - 0.47) * (1.0 - smoothstep(0.02, 0.06, step));
    }
    vec3 stone = mix(vec3(0.235, 0.215, 0.185), vec3(0.37, 0.33, 0.27), smoothstep(0.25, 0.75, rough)) * (0.55 + 0.95 * fine + 0.9 * pits);
    stone *= mix(0.85, 1.15, hash(vec3(floor(bed), 7.0, 3.0)));
    stone *= (1.15 - 0.5 * vDent) * (1.0 - 0.75 * crevice);
    // Algae where the light falls, and sand at the foot.
    vec3 growth = mix(vec3(0.055, 0.105, 0.030), vec3(0.27, 0.16, 0.11), grain(place * 2.3 + 50.0));
    stone = mix(stone, growth, 0.7 * smoothstep(0.15, 0.75, normal.y) * smoothstep(0.30, 0.55, rough));
    stone = mix(vec3(0.30, 0.27, 0.20) * (0.6 + 0.8 * fine), stone, smoothstep(0.05, 0.35, above + 0.5 * (rough - 0.47)));
    Visibility visibility = visibilityOfSurface(offset, faceNormal);
    // The ground hides the sky from the foot.
    visibility.sky *= mix(0.30, 1.0, smoothstep(-0.1, 1.3, above)) * (1.0 - 0.6 * crevice);

    vec3 light = shade(Surface(stone, normal, 0.0, 0.0), offset, visibility);

    // A beacon glows from within, paler towards its rim.
    float rim = 1.0 - abs(dot(normalize(vLocal + vec3(1e-6)), direction));
    light = mix(light, mix(uGlow.rgb, uRim, rim), uGlow.a);

    fColour = vec4(applyFog(light, background(direction), transmittance(metres)), 1.0);
}
