// How much light the bodies leave; include after scene.glsl.
#include "volume.glsl"
#ifdef SHADOWED
#include "sun_shadow.glsl"
#endif

// x: optical depth from a place towards the sun; y: straight up.
layout(binding = 7) uniform sampler3D uOpticalDepth;

// Fractions of the light that arrive at a place.
struct Visibility {
    float sun;
    float sky;
};

// Light scatters round bodies, so that no place among them is quite dark.
const float kLeastSun = 0.12;
const float kLeastSky = 0.25;
// Chosen for the look: the shadow of a school is deeper than the fish alone would make it.
const float kSunExtinction = 3.0;
const float kSkyExtinction = 1.2;

// Optical depths from a place relative to the eye along a direction; a place outside the volume has those of
// the point where its ray enters it.
vec2 depthsAlong(vec3 offset, vec3 direction) {
    vec3 place = (offset - uVolume.xyz) / uVolume.w;
    vec3 reach = direction + vec3(lessThan(abs(direction), vec3(1e-5))) * 1e-5;
    vec3 one = (vec3(0.5) - place) / reach;
    vec3 other = (vec3(kCells) - 0.5 - place) / reach;
    vec3 nearer = min(one, other);
    vec3 farther = max(one, other);
    float enters = max(max(max(nearer.x, nearer.y), nearer.z), 0.0);
    if (!(min(min(farther.x, farther.y), farther.z) >= enters)) {
        return vec2(0.0);
    }
    return textureLod(uOpticalDepth, (place + enters * reach) / vec3(kCells), 0.0).xy;
}

// What bodies leave at one place of the sunlight, and at another of the light from above.
Visibility visibilityOf(vec3 sunPlace, vec3 skyPlace) {
    float sun = depthsAlong(sunPlace, uSun.xyz).x;
    float up = depthsAlong(skyPlace, vec3(0.0, 1.0, 0.0)).y;
    return Visibility(mix(kLeastSun, 1.0, exp(-kSunExtinction * sun)), mix(kLeastSky, 1.0, exp(-kSkyExtinction * up)));
}

Visibility visibilityAt(vec3 offset) {
    return visibilityOf(offset, offset);
}

Visibility visibilityOfSurface(vec3 offset, vec3 normal) {
    Visibility visibility = visibilityAt(offset);
#ifdef SHADOWED
    visibility.sun *= sunShadow(offset, normal);
#endif
    return visibility;
}

// Of a body of this size [m]. It looks ahead, so as not to shade itself.
Visibility visibilityOfBody(vec3 centre, float size) {
    float ahead = max(2.0 * uVolume.w, 1.2 * size);
    Visibility visibility = visibilityOf(centre + ahead * uSun.xyz, centre + vec3(0.0, ahead, 0.0));
#ifdef SHADOWED
    visibility.sun *= sunShadow(centre, vec3(0.0));
#endif
    return visibility;
}
