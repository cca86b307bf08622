#version 430 core
#include "scene.glsl"

// Adds the light in the air to the picture. Where its texels lie at other distances than the pixel, the nearest of them
// counts alone, so that edges stay sharp.

#ifdef MULTISAMPLED
uniform sampler2DMS uDepth;
#else
uniform sampler2D uDepth;
#endif
uniform sampler2D uAir;  // light; distance [m]
uniform vec3 uUsed;      // xy: size of the air in use [texels]
uniform vec4 uWindow;    // as in air.frag
uniform float uScale;

out vec4 fLight;

const float kSame = 0.1;  // of the distance

void main() {
    vec2 clip = (gl_FragCoord.xy - uWindow.xy) / uWindow.zw * 2.0 - 1.0;
    vec3 ray = uRayCentre.xyz + uRayRight.xyz * clip.x + uRayUp.xyz * clip.y;
    float depth = 2.0 * texelFetch(uDepth, ivec2(gl_FragCoord.xy), 0).r - 1.0;
    float along = uViewProjection[3].z / min(depth - (uViewProjection * vec4(ray, 0.0)).z, -1e-9);
    float metres = min(along * length(ray), 6e4);

    vec2 place = clamp(gl_FragCoord.xy / uScale, vec2(0.5), uUsed.xy - 0.5);
    vec2 size = vec2(textureSize(uAir, 0));
    vec4 apart = abs(textureGather(uAir, place / size, 3) - metres);
    vec4 light;
    if (all(lessThan(apart, vec4(kSame * metres)))) {
        light = textureLod(uAir, place / size, 0.0);
    } else {
        // The gathered texels: upper left, upper right, lower right, lower left.
        ivec2 corner = ivec2(floor(place - 0.5));
        float least = min(min(apart.x, apart.y), min(apart.z, apart.w));
        ivec2 next = apart.w == least ? ivec2(0, 0)
                     : apart.z == least ? ivec2(1, 0)
                     : apart.x == least ? ivec2(0, 1) : ivec2(1, 1);
        light = texelFetch(uAir, clamp(corner + next, ivec2(0), ivec2(uUsed.xy) - 1), 0);
    }
    fLight = vec4(light.rgb * uSun.w, 0.0);
}
