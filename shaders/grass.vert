#version 430 core
#define VERTEX
#include "scene.glsl"
#include "plain.glsl"
#include "light.glsl"
#include "far.glsl"
#include "noise.glsl"
#include "land.glsl"
#include "tuft.glsl"

// A tuft of dry grass: see Tuft in grass.comp. Its corners have no attributes of their own.
layout(location = 0) in vec4 aRoot;
layout(location = 1) in uvec4 aForm;

// See GrassDensity.
uniform float uSimple;
uniform float uSparsest;

out vec3 vLight;

const int kBladeCorners = 4;  // foot, two at the bend, tip
const float kSunk = 0.15;  // [m] the ground's mesh is not as round as the hills

void main() {
    int blade = gl_VertexID / kBladeCorners;
    int corner = gl_VertexID % kBladeCorners;
    uvec3 random = scramble(uvec3(aForm.x, blade, 0u));
    vec3 form = fractions(random);
    vec3 other = fractions(random * 1664525u + 1013904223u);
    // A few blades are stalks with an ear.
    bool isStalk = other.z > 0.80;
    float t = corner == 0 ? 0.0 : corner == 3 ? 1.0 : isStalk ? 0.80 : 0.50;
    float canopy = aRoot.w;
    float size = canopy * (isStalk ? 1.3 : mix(0.5, 1.0, form.y));
    float turn = kTurn * form.x;
    vec2 outwards = vec2(cos(turn), sin(turn));
    float spread = isStalk ? 0.15 + 0.2 * form.z : 0.25 + 0.75 * form.z;
    vec2 lean = outwards * spread + unpackHalf2x16(aForm.z) * (isStalk ? 1.5 : 1.0);
    float perMetre = pixelsPerMetre(aRoot.xyz) / uViewport.y;  // of the frame's height
    // Its second corner at the bend moves onto the line from foot to tip.
    float simple = 1.0 - smoothstep(uSimple, 1.6 * uSimple, perMetre);
    float bent = mix(t * t, t, simple);
    float aside = corner == 1 ? -0.5 - 0.5 * simple : corner == 2 ? 0.5 - 0.5 * simple : 0.0;
    vec3 offset = aRoot.xyz;
    offset.xz += outwards * (0.12 * other.x) + lean * (size * bent);
    offset.y += size * (t - 0.32 * bent * min(dot(lean, lean), 1.0)) - (corner == 0 ? kSunk : 0.0);

    // Blades turn to the eye. At a distance wider ones stand for several.
    vec3 tangent = vec3(2.0 * t * lean.x, 1.0, 2.0 * t * lean.y);
    float metres = length(offset);
    vec3 direction = offset / max(metres, 1e-4);
    float width = max(mix(0.006, 0.011, other.y), max(0.0011, 0.8 / uViewport.y) / perMetre);
    offset += normalize(cross(tangent, direction)) * (aside * width * (isStalk ? 1.3 : 1.0));

    // Neighbours shade the lower part.
    float up = clamp(mix((offset.y - aRoot.y) / canopy, t, 0.5), 0.0, 1.2);
    vec3 albedo = mix(vec3(0.105, 0.074, 0.032), vec3(0.40, 0.30, 0.145), 0.2 * up + 0.8 * up * up) * mix(0.6, 1.2, other.x);
    float open = smoothstep(0.05, 0.95, up);
    float afar = grassAfar(perMetre, uSparsest);
    albedo = mix(albedo, kFarGrass, afar);
    open = mix(open, kFarOpen, afar);
    vec2 arrives = unpackUnorm2x16(aForm.y);
    vec3 light = grassLight(albedo, open, direction, offset, Visibility(arrives.x, arrives.y));
    vLight = applyFog(light, environment(direction), transmittance(metres));
    gl_Position = clipOf(vec4(offset, 1.0));
}
