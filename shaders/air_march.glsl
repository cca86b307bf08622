// For shaders that march through the air; after scene.glsl.
#include "air.glsl"

uniform vec3 uSize;  // xy: of the scene in its target [px]

// What this texel shows.
Sight fetchSight() {
    return sightAt(min((floor(gl_FragCoord.xy) + 0.5) * uScale, uSize.xy - 0.5));
}

// Part of a step, 0 .. 1, by which to go on: a sixteenth apart in each of 4×4 texels; air_blur.frag averages them.
float rayOffset() {
    ivec2 texel = (ivec2(gl_FragCoord.xy) + ivec2(uViewport.zw / uScale)) & 3;
    int order = (texel.x ^ texel.y) & 1;
    order = order * 8 + (texel.y & 1) * 4 + (((texel.x ^ texel.y) >> 1) & 1) * 2 + (texel.y >> 1);
    return (float(order) + 0.5) / 16.0;
}
