// Shared by the fragment shaders of all bodies' meshes.
#include "light.glsl"
#include "coverage.glsl"
#include "body_colour.glsl"
#ifdef MIRRORED
#include "lake.glsl"
#endif

in vec3 vOffset;
centroid in vec3 vNormal;
in vec3 vBody;
in vec3 vPaint;
in float vOpacity;
in float vDetail;
flat in vec3 vBehind;
flat in vec2 vVisibility;
flat in float vPart;
flat in vec3 vTint;
flat in float vHighlight;
#ifdef COLOURED
flat in uint vColour;  // sRGB and strength, a byte each from the lowest
#endif
out vec4 fColour;

vec3 turnHue(vec3 colour) {
    return turnedHue(colour, vTint);
}

vec3 coloured(vec3 light) {
#ifdef COLOURED
    light = showValue(light, vColour);
#endif
    return light;
}

#ifdef PLOT
// The colour of a flat mark.
vec3 markColour() {
    vec3 colour = turnHue(uFlank) * (isPaper() ? 0.4 : 1.0);
#ifdef COLOURED
    vec4 chosen = vec4(vColour & 0xffu, (vColour >> 8) & 0xffu, (vColour >> 16) & 0xffu, vColour >> 24) / 255.0;
    colour = mix(colour, linearFromSrgb(chosen.rgb), chosen.a);
#endif
    return colour;
}
#endif

// 1 inside a limit, smoothed over a pixel.
float inside(float distance, float limit) {
    float width = max(fwidth(distance), 1e-5);
    return 1.0 - smoothstep(limit - width, limit + width, distance);
}

// Fractions of the light that the other bodies leave.
Visibility fetchVisibility() {
    return Visibility(vVisibility.x, vVisibility.y);
}

// Writes the light of a body as it reaches the eye: highlighted, and in fog. `opacity` is its material's own.
void writeLight(vec3 light, vec3 normal, float metres, vec3 direction, float opacity) {
#ifndef PLOT
    light *= vTint.z;
#endif
    float facing = min(abs(dot(normal, direction)), 1.0);
    light += vHighlight * vec3(0.85, 0.48, 0.10) * (0.08 + (1.0 - facing) * (1.0 - facing));
    Coverage coverage = coverageOf(clamp(opacity * vOpacity, 0.0, 1.0), vTint.z * 61.0);
    gl_SampleMask[0] = coverage.mask;
    vec3 seen = applyFog(light, vBehind, transmittance(metres) * coverage.strength);
#ifdef MIRRORED
    if (vOffset.y < -uSurface.x) {
        discard;  // below the lake
    }
    seen = inLake(mix(vBehind, seen, 0.8), direction);
#endif
    fColour = vec4(seen, 1.0);
}

// Light on a skin without gloss, such as feathers, fur or paper. `through` 0 .. 1 is the fraction of the
// light from behind that shines through.
vec3 mattLight(vec3 colour, vec3 normal, vec3 direction, float through) {
    Visibility visibility = fetchVisibility();
    vec3 light = shade(Surface(colour, normal, 0.15, through), vOffset, visibility);
    // A soft rim, brightest against the sun.
    float grazing = vDetail * pow(1.0 - clamp(-dot(normal, direction), 0.0, 1.0), 3.0);
    float backlit = max(dot(direction, uSun.xyz), 0.0);
    light += (0.5 * colour + 0.03) * grazing * (0.6 * kRimLight * visibility.sky + sunAt(vOffset, visibility) * 2.2 * backlit);
    return coloured(light);
}
