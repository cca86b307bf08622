#version 430 core
#include "scene.glsl"
#include "water.glsl"
#include "visibility.glsl"

// Sunlight that the water scatters towards the eye, in beams that waves on the surface focus and bodies interrupt; at a
// fraction of the picture's size.

#ifdef MULTISAMPLED
uniform sampler2DMS uDepth;
#else
uniform sampler2D uDepth;
#endif
uniform vec4 uWindow;  // of the scene's viewport in its target: left, bottom, width, height [px]
uniform vec3 uSize;    // xy: of the scene in its target [px]
uniform float uScale;  // [px] side of a texel in the picture

out vec4 fAir;  // light; distance to what is behind the air [m]

const int kSteps = 16;
const float kFarthest = 2.0;  // [1 / extinction] light from beyond hardly arrives
const vec3 kScattered = vec3(0.080, 0.260, 0.280);

// How much brighter than the mean the sunlight is at a place, where long waves focus it: 0 .. 3. Smooth, so that few steps
// see all of it.
float beamAt(vec3 offset) {
    vec3 place = offset + uEye.xyz;
    vec2 surface = (place.xz + uSun.xz * (max(uSurface.x - offset.y, 0.0) / uSun.y)) / uExtinction.w;
    float time = uEye.w;
    float waves = sin(surface.x * 1.9 + 0.8 * surface.y + 0.5 * time) * sin(surface.y * 1.6 - 0.5 * surface.x - 0.4 * time) +
                  0.7 * sin(surface.x * 0.8 - 1.1 * surface.y + 0.3 * time + 1.0) * sin(surface.x * 1.2 + surface.y * 0.6 - 0.2 * time);
    float focus = smoothstep(-0.3, 1.4, waves);
    return 0.2 + 2.8 * focus * focus;
}

void main() {
    vec2 pixel = min((floor(gl_FragCoord.xy) + 0.5) * uScale, uSize.xy - 0.5);
    vec2 clip = (pixel - uWindow.xy) / uWindow.zw * 2.0 - 1.0;
    vec3 ray = uRayCentre.xyz + uRayRight.xyz * clip.x + uRayUp.xyz * clip.y;
    // The depth of a place at `ray` times its distance along the view is the same linear function for all.
    float depth = 2.0 * texelFetch(uDepth, ivec2(pixel), 0).r - 1.0;
    float along = uViewProjection[3].z / min(depth - (uViewProjection * vec4(ray, 0.0)).z, -1e-9);
    float metres = min(along * length(ray), 6e4);
    vec3 direction = normalize(ray);

    float extinction = uExtinction.g;
    float end = min(metres, kFarthest / extinction);
    float towardsSun = max(dot(direction, uSun.xyz), 0.0);
    float phase = 0.25 + 0.75 * towardsSun * towardsSun * towardsSun;
    // A sixteenth of a step apart in each of 4×4 texels; air_blur.frag averages them.
    ivec2 texel = (ivec2(gl_FragCoord.xy) + ivec2(uViewport.zw / uScale)) & 3;
    int order = (texel.x ^ texel.y) & 1;
    order = order * 8 + (texel.y & 1) * 4 + (((texel.x ^ texel.y) >> 1) & 1) * 2 + (texel.y >> 1);
    float stagger = (float(order) + 0.5) / 16.0;
    vec3 light = vec3(0.0);
    for (int i = 0; i < kSteps; ++i) {
        // Shorter steps near the eye.
        float from = float(i) / float(kSteps);
        float at = (float(i) + stagger) / float(kSteps);
        float to = float(i + 1) / float(kSteps);
        float here = end * at * at;
        vec3 offset = direction * here;
        float lit = beamAt(offset) * visibilityAt(offset).sun * step(offset.y, uSurface.x);
        light += transmittance(here) * sunlightAt(offset.y) * lit * end * (to * to - from * from);
    }
    fAir = vec4(light * kScattered * extinction * phase, metres);
}
