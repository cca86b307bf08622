// The colours of a species' bodies.
#include "srgb.glsl"
#include "ink.glsl"

uniform vec3 uBack;
uniform vec3 uFlank;
uniform vec3 uBelly;
uniform vec3 uStripe;

// Rotates a colour about the grey axis. `tint`: cosine and sine of the angle.
vec3 turnedHue(vec3 colour, vec3 tint) {
    const vec3 kGrey = vec3(0.57735);
    return colour * tint.x + cross(kGrey, colour) * tint.y + kGrey * dot(kGrey, colour) * (1.0 - tint.x);
}

// The light of a body whose colour shows a value: `shown` is sRGB and strength, a byte each from the lowest. Its natural
// light, relative to the mean of the body's colours, still shades it.
vec3 showValue(vec3 light, uint shown) {
    vec4 chosen = vec4(shown & 0xffu, (shown >> 8) & 0xffu, (shown >> 16) & 0xffu, shown >> 24) / 255.0;
    const vec3 kBrightness = vec3(0.2126, 0.7152, 0.0722);
    float relative = dot(light, kBrightness) / max(dot(uBack + uFlank + uBelly, kBrightness) / 3.0, 0.01);
#ifdef PLOT
    return mix(light, inkLight(linearFromSrgb(chosen.rgb) * clamp(0.35 + 0.75 * relative, 0.0, 1.0)), chosen.a);
#endif
    return mix(light, untoned(linearFromSrgb(chosen.rgb), 1.0, 1.0) * (0.12 + 0.85 * sqrt(max(relative, 0.0))), chosen.a);
}
