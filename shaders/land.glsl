// What covers dry land: the same for the ground and the grass on it. Include after light.glsl and noise.glsl.

// Smooth noise about 0.5 that fades where it is finer than pixels. `pixel`: size of a pixel in units of `p`.
float landNoise(vec2 p, float layer, float pixel) {
    return mix(noise(p, layer), 0.5, smoothstep(0.3, 1.0, pixel));
}

// 0 .. 1: bare earth, in wide patches and along tracks of animals. `p` [m of reef], `pixel` likewise; 0 in vertex shaders.
float bareAt(vec2 p, float pixel) {
    float patches = 0.65 * landNoise(p * 0.21, 3.0, 0.21 * pixel) + 0.35 * landNoise(p * 0.62 + 17.0, 3.0, 0.62 * pixel);
    float winding = landNoise(p * 0.13 + 5.0, 8.0, 0.13 * pixel) + 0.16 * (landNoise(p * 0.9, 9.0, 0.9 * pixel) - 0.5);
    float track = 1.0 - smoothstep(0.006, 0.030, abs(winding - 0.5));
    // Finer than pixels, they have their mean area: a fit to 30,000 random places.
    vec2 edges = mix(vec2(0.50, 0.72), vec2(0.28, 0.90), smoothstep(0.6, 5.0, pixel));
    return clamp(smoothstep(edges.x, edges.y, patches) + 0.6 * track * (1.0 - smoothstep(0.1, 0.6, pixel)), 0.0, 1.0);
}

// 0 .. 1: how densely grass grows in clumps. `place` [m]; `pixel` likewise.
float clumpAt(vec2 place, float pixel) {
    return smoothstep(0.30, 0.66, 0.7 * landNoise(place * 0.30, 12.0, 0.30 * pixel) + 0.3 * landNoise(place * 1.1, 13.0, 1.1 * pixel));
}

// Distant grass, whose blades cannot be seen one by one: its colour, and the light that reaches it.
const vec3 kFarGrass = vec3(0.27, 0.20, 0.096);
const float kFarOpen = 0.65;

// 0 .. 1: how far grass looks like that where a metre is this large; `sparsest`: see GrassDensity. [frame heights]
float grassAfar(float perMetre, float sparsest) {
    return 1.0 - smoothstep(1.0, 3.0, perMetre / sparsest);
}

// Light that dry blades scatter towards the eye, most of it ahead: they shine against the sun. `open` 0 .. 1: how much light
// their neighbours let through. `direction`: unit, from the eye.
vec3 grassLight(vec3 albedo, float open, vec3 direction, vec3 offset, Visibility visibility) {
    float towards = dot(direction, uSun.xyz);
    float ahead = max(towards, 0.0) * towards;
    float scattered = 0.32 + 0.45 * min(towards, 0.0) * towards + 1.5 * ahead * ahead * ahead;
    vec3 around = ambient(vec3(0.0, 0.6, 0.0)) * (visibility.sky * mix(0.30, 1.0, open));
    return 0.8 * albedo * (around + kSunStrength * scattered * mix(0.08, 1.0, open) * sunAt(offset, visibility));
}
