#version 430 core
#include "bloom.glsl"
#include "tone.glsl"
#include "dither.glsl"

uniform sampler2D uLight;  // exposed, linear, premultiplied by alpha
uniform sampler2D uBloom;  // a quarter of that size
uniform vec3 uBloomUsed;   // xy: size in use [texels]
uniform float uBloomStrength;
uniform float uVignette;
uniform vec4 uFrame;  // whole frame: width, height; drawn part: left, bottom [px]
uniform vec3 uApron;  // xy: place of the drawn part in the light [px]

out vec4 fColour;

// Remaining light at a pixel of the whole frame: less towards the corners.
float vignetteAt(vec2 pixel) {
    vec2 fromCentre = (pixel - 0.5 * uFrame.xy) / (0.5 * length(uFrame.xy));
    float distanceSq = dot(fromCentre, fromCentre);
    return 1.0 - uVignette * distanceSq * distanceSq;
}

// The framebuffer is sRGB and encodes.
void main() {
    vec2 pixel = gl_FragCoord.xy + uFrame.zw;
    vec2 place = gl_FragCoord.xy + uApron.xy;
    vec4 light = texelFetch(uLight, ivec2(place), 0);
    // The tone curve takes the colour itself, whatever fraction of the pixel it covers.
    vec3 colour = light.rgb / max(light.a, 1e-4);
    if (uBloomStrength > 0.0) {
        colour += uBloomStrength * smoothAt(uBloom, place / 4.0, uBloomUsed.xy);
    }
    colour = toneMap(colour * vignetteAt(pixel)) * light.a;
    fColour = vec4(max(colour + dither(colour, pixel) * light.a, vec3(0.0)), light.a);
}
