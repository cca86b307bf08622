// The lake of place `sky` as a mirror; include after scene.glsl.

// Fraction of the light that a level lake reflects (Schlick).
float lakeMirrors(vec3 direction) {
    float grazing = 1.0 - abs(direction.y);
    float squared = grazing * grazing;
    return 0.05 + 0.95 * squared * squared;
}

vec3 inLake(vec3 light, vec3 direction) {
    vec3 deep = vec3(0.027, 0.035, 0.047) * uSky.ambientUp.rgb;
    return mix(deep, 0.88 * light, lakeMirrors(direction));
}

// Where the lake shows the mirror image of a place relative to the eye. Ripples shift a body's image as one, by their tilt where
// its centre is mirrored; the more, the farther the body lies beyond that.
vec3 imageInLake(vec3 offset, vec3 centre) {
    vec3 whole = vec3(centre.x, 2.0 * uSurface.x - centre.y, centre.z);
    float share = clamp(uSurface.x / min(whole.y, -1e-3), 0.0, 1.0);
    vec2 place = uEye.xz + share * whole.xz;
    float time = uEye.w;
    vec2 tilt = 0.005 * sin(vec2(dot(place, vec2(0.5, 0.9)) + 1.1 * time, dot(place, vec2(-0.7, 1.1)) - 0.9 * time)) +
                0.004 * sin(vec2(dot(place, vec2(-1.6, 2.3)) + 1.7 * time, dot(place, vec2(2.1, 1.9)) + 1.4 * time));
    float metres = (1.0 - share) * length(whole);
    return vec3(offset.x, 2.0 * uSurface.x - offset.y, offset.z) + metres * vec3(0.6 * tilt.x, 2.0 * tilt.y, 0.0);
}
