// For the passes over the light in the air, at a fraction of the picture's size; after scene.glsl.

#ifdef MULTISAMPLED
uniform sampler2DMS uDepth;
#else
uniform sampler2D uDepth;
#endif
uniform vec4 uWindow;  // of the scene's viewport in its target: left, bottom, width, height [px]
uniform float uScale;  // [px] side of a texel in the picture

// What a pixel of the target shows. Include after a place.
struct Sight {
    vec3 direction;  // unit
    float metres;    // from the eye, at most airReach()
};

Sight sightAt(vec2 pixel) {
    vec2 clip = (pixel - uWindow.xy) / uWindow.zw * 2.0 - 1.0;
    vec3 ray = uRayCentre.xyz + uRayRight.xyz * clip.x + uRayUp.xyz * clip.y;
    // The depth of a place at `ray` times its distance along the view is the same linear function for all.
    float depth = 2.0 * texelFetch(uDepth, ivec2(pixel), 0).r - 1.0;
    float along = uViewProjection[3].z / min(depth - (uViewProjection * vec4(ray, 0.0)).z, -1e-9);
    return Sight(normalize(ray), min(along * length(ray), airReach()));
}
