// The light on every surface, whatever it is made of; include after a place.
#include "visibility.glsl"

// Brightness of the sun on a face that it meets squarely, relative to the ambient light.
const float kSunStrength = 2.6;

// How a surface takes light.
struct Surface {
    vec3 albedo;
    vec3 normal;
    float wrap;     // 0 .. 1: how far sunlight reaches round the edge, for soft and translucent things
    float through;  // 0 .. 1: fraction of the sunlight from behind that shines through
};

// Sunlight that arrives at a place relative to the eye.
vec3 sunAt(vec3 offset, Visibility visibility) {
    return sunlightAt(offset.y) * visibility.sun;
}

// Light that silver or a wet film mirrors towards the eye. It consists of many small tilted plates, which blur
// it. `fine` 0 .. 1: how large the body is in the picture; small ones would only twinkle, so they mirror the light from their own level.
vec3 mirroredLight(vec3 normal, vec3 towardsEye, vec3 offset, Visibility visibility, float fine) {
    vec3 bounced = reflect(-towardsEye, normal);
    bounced.y *= 0.3 + 0.7 * fine;
    float above = max(bounced.y, 0.0);
    float towardsSun = max(dot(normalize(bounced + vec3(0.0, 0.25, 0.0)), uSun.xyz), 0.0);
    // Plates at the outline mirror what lies behind the body, which would vanish there.
    float turned = clamp(dot(normal, towardsEye), 0.0, 1.0);
    vec3 gathered = mix(0.75, 2.7, smoothstep(0.0, 0.6, turned)) * environment(normalize(bounced + vec3(0.0, 0.10, 0.0)));
    // Plates that face other ways mix in light of other colours.
    gathered = mix(vec3(dot(gathered, vec3(0.2126, 0.7152, 0.0722))), gathered, 0.75) + ambient(vec3(0.0, 1.0, 0.0)) * (1.6 * above * above + 2.2 * smoothstep(0.40, 0.75, above));
    // Only the side that faces the sun, or the whole outline would shine against it.
    float facing = smoothstep(-0.1, 0.45, dot(normal, uSun.xyz));
    return gathered * visibility.sky + sunAt(offset, visibility) * facing * (2.0 + 6.0 * fine) * pow(towardsSun, mix(9.0, 14.0, fine));
}

// Light that a surface at a place relative to the eye scatters evenly.
vec3 shade(Surface surface, vec3 offset, Visibility visibility) {
    float facing = dot(surface.normal, uSun.xyz);
    float lit = max((facing + surface.wrap) / (1.0 + surface.wrap), 0.0) * caustics(offset, surface.normal);
    float behind = surface.through * max(-facing, 0.0);
    return surface.albedo * (ambient(surface.normal) * visibility.sky +
                             kSunStrength * sunAt(offset, visibility) * (lit + behind));
}

// Light on its way to the eye: the place absorbs it, and adds its own light `behind`. `transmitted` 0 .. 1 is what is
// left of it.
vec3 applyFog(vec3 light, vec3 behind, vec3 transmitted) {
    return mix(behind, light, transmitted);
}
