#version 430 core
#include "scene.glsl"
#include "place.glsl"
#include "air.glsl"

// Puts the light in the air before the picture. Where its texels lie at other distances than the pixel, the nearest of them
// counts alone, so that edges stay sharp.

uniform sampler2D uAir;  // see airLight; distance [m]
uniform vec3 uUsed;      // xy: size of the air in use [texels]

out vec4 fLight;

const float kSame = 0.1;  // of the distance

bool areAlike(vec4 distances, float metres) {
    return all(lessThan(abs(distances - metres), vec4(kSame * metres)));
}

// The air before a surface at this distance. `distances` of the gathered texels: upper left, upper right, lower right, lower
// left.
vec3 airBefore(float metres, vec4 distances, vec2 place, vec2 size) {
    if (areAlike(distances, metres) || areAlike(distances, distances.x)) {
        return textureLod(uAir, place / size, 0.0).rgb;
    }
    vec4 apart = abs(distances - metres);
    ivec2 corner = ivec2(floor(place - 0.5));
    float least = min(min(apart.x, apart.y), min(apart.z, apart.w));
    ivec2 next = apart.w == least ? ivec2(0, 0)
                 : apart.z == least ? ivec2(1, 0)
                 : apart.x == least ? ivec2(0, 1) : ivec2(1, 1);
    return texelFetch(uAir, clamp(corner + next, ivec2(0), ivec2(uUsed.xy) - 1), 0).rgb;
}

void main() {
    Sight sight = sightAt(gl_FragCoord.xy);
    // Less than half a texel from the edge, textureGather reads beyond it, where air of a larger picture may be left.
    vec2 place = clamp(gl_FragCoord.xy / uScale, vec2(0.5), max(uUsed.xy - 0.501, 0.5));
    vec2 size = vec2(textureSize(uAir, 0));
    vec4 distances = textureGather(uAir, place / size, 3);
    vec3 air = airBefore(sight.metres, distances, place, size);
#ifdef MULTISAMPLED
    air = mix(air, airBefore(sight.farther, distances, place, size), sight.beyond);
#endif
    vec4 light = airLight(air, sight.direction);
    fLight = vec4(light.rgb * uSun.w, light.a);
}
