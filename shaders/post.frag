#version 430 core
#include "bloom.glsl"
#include "tone.glsl"
#include "dither.glsl"

uniform sampler2D uLight;  // exposed, linear, premultiplied by alpha
uniform sampler2D uBloom;  // a quarter of that size
uniform vec3 uBloomUsed;   // xy: size in use [texels]
uniform float uBloomStrength;
uniform float uVignette;
uniform float uGraded;     // see toneMap()
uniform vec4 uFrame;  // whole frame: width, height; drawn part: left, bottom [px]
uniform vec3 uApron;  // xy: place of the drawn part in the light [px]

out vec4 fColour;

// Remaining light at a pixel of the whole frame: less towards the corners.
float vignetteAt(vec2 pixel) {
    vec2 fromCentre = (pixel - 0.5 * uFrame.xy) / (0.5 * length(uFrame.xy));
    float distanceSq = dot(fromCentre, fromCentre);
    return 1.0 - uVignette * distanceSq * distanceSq;
}

#ifdef SMOOTHS_EDGES
uniform vec3 uUsed;  // xy: size of the light in use [texels]

vec4 neighbour(ivec2 texel) {
    vec4 light = texelFetch(uLight, clamp(texel, ivec2(0), ivec2(uUsed.xy) - 1), 0);
    return vec4(min(light.rgb, 2.0), light.a);  // bright light would outweigh the rest of an edge
}

// How bright light looks, roughly.
float lookOf(vec4 light) {
    float luma = dot(light.rgb, vec3(0.2126, 0.7152, 0.0722));
    return sqrt(luma / (0.4 + luma)) + light.a;
}

// Light where two brightnesses meet, blurred along the edge with the neighbours there: softens its steps and keeps it
// sharp across. Software computes every tap in every pixel, so there are few.
vec4 smoothEdge(ivec2 texel, vec4 centre) {
    vec4 left = neighbour(texel - ivec2(1, 0));
    vec4 right = neighbour(texel + ivec2(1, 0));
    vec4 below = neighbour(texel - ivec2(0, 1));
    vec4 above = neighbour(texel + ivec2(0, 1));
    // No pixel is brighter than all those around it: thin things would flash.
    centre.rgb = min(centre.rgb, max(max(left.rgb, right.rgb), max(below.rgb, above.rgb)));
    vec2 rise = vec2(lookOf(right) - lookOf(left), lookOf(above) - lookOf(below));
    float contrastSq = dot(rise, rise);
    float level = rise.y * rise.y / max(contrastSq, 1e-6);  // 1 along an edge that is level
    vec4 blurred = 0.36 * vec4(min(centre.rgb, 2.0), centre.a) + 0.32 * mix(above + below, left + right, level);
    return mix(centre, blurred, smoothstep(0.03, 0.10, sqrt(contrastSq)));
}
#endif

// The framebuffer is sRGB and encodes.
void main() {
    vec2 pixel = gl_FragCoord.xy + uFrame.zw;
    vec2 place = gl_FragCoord.xy + uApron.xy;
    vec4 light = texelFetch(uLight, ivec2(place), 0);
#ifdef SMOOTHS_EDGES
    light = smoothEdge(ivec2(place), light);
#endif
    // The tone curve takes the colour itself, whatever fraction of the pixel it covers.
    vec3 colour = light.rgb / max(light.a, 1e-4);
    if (uBloomStrength > 0.0) {
        colour += uBloomStrength * smoothAt(uBloom, place / 4.0, uBloomUsed.xy);
    }
    colour = toneMap(colour * vignetteAt(pixel), uGraded) * light.a;
    fColour = vec4(max(colour + dither(colour, pixel) * light.a, vec3(0.0)), light.a);
}
