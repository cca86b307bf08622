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
out vec4 fColour;

uniform vec4 uGlow;  // rgb: glow of a beacon; a: 1 for a beacon, otherwise 0
uniform vec3 uRim;   // glow at the edge of a beacon

void main() {
    vec4 sight = sightOf(vPlace);
    vec3 direction = sight.xyz;
    float metres = sight.w;
    vec3 offset = metres * direction;
    vec3 normal = normalize(vNormal);
    vec3 faceNormal = normal;
    float reef = uExtinction.w;
    vec3 place = (offset + uEye.xyz) / reef;

    // Stone, with growth on faces that look up.
    float rough = grain(place * 1.6);
    float fine = grain(place * 7.0 + 5.0);
    vec3 bumps = vec3(grain(place * 3.1 + 11.0), grain(place * 3.1 + 23.0), grain(place * 3.1 + 37.0)) - 0.47;
    normal = normalize(normal + bumps * 0.9);
    vec3 stone = mix(vec3(0.24, 0.225, 0.20), vec3(0.50, 0.45, 0.37), smoothstep(0.25, 0.75, rough)) * (0.35 + 1.3 * fine);
    vec3 growth = mix(vec3(0.07, 0.13, 0.06), vec3(0.30, 0.17, 0.13), grain(place * 2.3 + 50.0));
    // Hollows and cracks are darker, and layers differ in colour.
    stone *= 1.35 - 0.95 * vDent;
    stone *= mix(0.5, 1.0, smoothstep(0.004, 0.04, abs(grain(place * vec3(1.5, 0.9, 1.5) + 60.0) - 0.47)));
    stone = mix(stone, stone * vec3(1.12, 0.98, 0.80), smoothstep(0.35, 0.65, grain(vec3(0.3, 1.4, 0.3) * place + 3.0)));
    stone = mix(stone, growth, smoothstep(0.1, 0.8, normal.y) * smoothstep(0.35, 0.6, rough));

    vec3 light = shade(Surface(stone, normal, 0.0, 0.0), offset, visibilityOfSurface(offset, faceNormal));

    // A beacon glows from within, paler towards its rim.
    float rim = 1.0 - abs(dot(normalize(vLocal + vec3(1e-6)), direction));
    light = mix(light, mix(uGlow.rgb, uRim, rim), uGlow.a);

    fColour = vec4(applyFog(light, background(direction), transmittance(metres)), 1.0);
}
