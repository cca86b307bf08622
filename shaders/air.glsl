// For the passes over the light in the air, at a fraction of the picture's size; after scene.glsl.

#ifdef MULTISAMPLED
uniform sampler2DMS uDepth;
#else
uniform sampler2D uDepth;
#endif
uniform vec4 uWindow;  // of the scene's viewport in its target: left, bottom, width, height [px]
uniform float uScale;  // [px] side of a texel in the picture

// What a pixel of the target shows. Where its samples show different things, as at an outline or through a fin, air is added
// for both. Include after a place.
struct Sight {
    vec3 direction;  // unit
    float metres;    // from the eye to the nearest, at most airReach()
    float farther;   // to the farthest, likewise
    float beyond;    // 0 .. 1: how far the mean lies from the nearest towards the farthest
};

Sight sightAt(vec2 pixel) {
    vec2 clip = (pixel - uWindow.xy) / uWindow.zw * 2.0 - 1.0;
    vec3 ray = uRayCentre.xyz + uRayRight.xyz * clip.x + uRayUp.xyz * clip.y;
    // The depth of a place at `ray` times its distance along the view is the same linear function for all.
    float offset = 1.0 + (uViewProjection * vec4(ray, 0.0)).z;
    float scale = uViewProjection[3].z * length(ray);
    float reach = airReach();
#ifdef MULTISAMPLED
    int samples = int(uSurface.w + 0.5);
    float near = reach;
    float far = 0.0;
    float sum = 0.0;
    for (int i = 0; i < samples; ++i) {
        float metres = min(scale / min(2.0 * texelFetch(uDepth, ivec2(pixel), i).r - offset, -1e-9), reach);
        near = min(near, metres);
        far = max(far, metres);
        sum += metres;
    }
    float beyond = (sum / float(samples) - near) / max(far - near, 1e-6);
    return Sight(normalize(ray), near, far, clamp(beyond, 0.0, 1.0));
#else
    float metres = min(scale / min(2.0 * texelFetch(uDepth, ivec2(pixel), 0).r - offset, -1e-9), reach);
    return Sight(normalize(ray), metres, metres, 0.0);
#endif
}

// How much of a stretch of the line of sight, from one distance to another, lies before what the pixel shows.
float seenPart(Sight sight, float from, float to) {
    vec2 parts = clamp((vec2(sight.metres, sight.farther) - from) / max(to - from, 1e-6), 0.0, 1.0);
    return mix(parts.x, parts.y, sight.beyond);
}
