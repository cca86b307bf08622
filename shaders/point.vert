#version 430 core
#include "scene.glsl"
#include "place.glsl"
#include "light.glsl"
#include "body_pose.glsl"
#include "body_colour.glsl"

// A body of a few pixels: a square of its mean light. To the light it is a box with a back, a belly, two flanks and two
// ends.

uniform vec3 uFaces;    // [body lengths²] mean projected area of a flank, of back or belly, and of an end
uniform float uRise;    // [body lengths] height of the body's middle above its position
uniform vec4 uPaint;    // how much a flank mirrors; shares of the stripe's and the belly's colours; brightness
uniform vec3 uForm;     // roundness of the flanks; fraction of them that are fins; how much the back mirrors

flat out vec3 vLight;   // as it reaches the eye
flat out vec3 vBehind;
flat out float vOpacity;
flat out float vVariety;

// Light of a face with this outward normal. Silver scatters less light than skin; `sheen` is a film over both.
vec3 faceLight(vec3 albedo, vec3 normal, float silver, float sheen, vec3 towardsEye, Visibility visibility, vec3 offset) {
    vec3 light = shade(Surface(albedo * (1.0 - 0.5 * min(silver, 1.0)), normal, 0.25, 0.0), offset, visibility);
    return light + (0.9 * silver + 1.8 * sheen) * albedo * mirroredLight(normal, towardsEye, offset, visibility, 0.0);
}

// Light of a flank on this side: its upper and lower half lean up and down; fins do not mirror.
vec3 flankLight(Body body, vec3 albedo, vec3 side, vec3 towardsEye, Visibility visibility, vec3 offset) {
    vec3 upper = faceLight(albedo, normalize(side + uForm.x * body.up), uPaint.x, 0.0, towardsEye, visibility, offset);
    vec3 lower = faceLight(albedo, normalize(side - uForm.x * body.up), uPaint.x, 0.0, towardsEye, visibility, offset);
    vec3 fin = faceLight(albedo, side, 0.0, 0.0, towardsEye, visibility, offset);
    return mix(0.5 * (upper + lower), fin, uForm.y);
}

void main() {
    Body body = fetchBody();
    vec3 offset = body.centre + vec3(0.0, uRise * body.size, 0.0);
    float metres = max(length(offset), 1e-4);
    vec3 towardsEye = -offset / metres;
    vec3 tint = tintOf(body);
    Visibility visibility = Visibility(body.visibility.x, body.visibility.y);

    float side = dot(towardsEye, body.right);
    float above = dot(towardsEye, body.up);
    vec3 areas = uFaces * abs(vec3(side, above, dot(towardsEye, body.forward)));
    float area = areas.x + areas.y + areas.z;
    vec3 flank = flankLight(body, turnedHue(mix(uFlank, uStripe, uPaint.y), tint), side < 0.0 ? -body.right : body.right,
                            towardsEye, visibility, offset);
    vec3 cap = above < 0.0 ? faceLight(turnedHue(mix(uFlank, uBelly, uPaint.z), tint), -body.up, uForm.z, 0.0, towardsEye, visibility, offset)
                           : faceLight(turnedHue(mix(uBack, uStripe, uPaint.y), tint), body.up, 0.0, uForm.z, towardsEye, visibility, offset);
    // An end is as dark as the flanks that run into it.
    vec3 light = uPaint.w * ((areas.x + areas.z) * flank + areas.y * cap) / max(area, 1e-6);
#ifdef COLOURED
    light = showValue(light, body.colour);
#endif
    light = light * tint.z + (body.isHighlighted ? vec3(0.50, 0.30, 0.08) : vec3(0.0));
    vLight = applyFog(light, body.behind, transmittance(metres));
    vBehind = body.behind;
    vVariety = tint.z * 61.0;

    // Whole pixels, so that a moving body covers as many of them everywhere.
    float pixels = body.size * pixelsPerMetre(offset);
    float covered = area * pixels * pixels;
    float width = max(ceil(sqrt(covered) - 0.01), 1.0);
    vOpacity = clamp(covered / (width * width), 0.0, 1.0) * clamp(body.opacity * body.thicken, 0.0, 1.0);
    gl_PointSize = width;
    gl_Position = uViewProjection * vec4(offset, 1.0);
}
