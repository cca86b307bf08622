#version 430 core

uniform sampler2D uPicture;  // sRGB, so it reads as linear
uniform int uLeft;           // [px] of the picture's left edge in the window
#ifdef ENLARGED
uniform vec3 uSize;  // xy: of the picture in the window [px]
#endif

out vec4 fColour;

// Encodes to sRGB here, with GL_FRAMEBUFFER_SRGB off, because drivers differ in how a window's framebuffer
// encodes. 8-bit values come through unchanged.
void main() {
#ifdef ENLARGED
    vec3 light = textureLod(uPicture, (gl_FragCoord.xy - vec2(uLeft, 0.0)) / uSize.xy, 0.0).rgb;
#else
    vec3 light = texelFetch(uPicture, ivec2(gl_FragCoord.xy) - ivec2(uLeft, 0), 0).rgb;
#endif
    vec3 curve = 1.055 * pow(max(light, vec3(0.0031308)), vec3(1.0 / 2.4)) - 0.055;
    fColour = vec4(mix(curve, light * 12.92, lessThan(light, vec3(0.0031308))), 1.0);
}
