#version 430 core
#include "scene.glsl"
#include "focus.glsl"

// Joins the sharp picture and the blurred one. Texels of another blur than the pixel's do not count, so that edges in
// focus stay sharp; a pixel without any of its own keeps its light. Things before the focus spread over all.

uniform sampler2D uLight;
uniform sampler2D uHalf;
uniform sampler2D uGathered;
uniform vec3 uUsed;  // xy: size of the halved pictures in use [texels]

out vec4 fLight;

void main() {
    ivec2 pixel = ivec2(gl_FragCoord.xy);
    vec4 light = texelFetch(uLight, pixel, 0);
    // Edges in focus keep their samples.
#ifdef MULTISAMPLED
    int samples = int(uSurface.w + 0.5);
#else
    const int samples = 1;
#endif
    float blur = 0.0;
    float blurred = 0.0;
    for (int i = 0; i < samples; ++i) {
        float here = blurAt(pixel, i);
        blur = abs(here) > abs(blur) ? here : blur;
        blurred += smoothstep(0.5, 1.5, abs(here)) / float(samples);
    }
    vec2 place = 0.5 * gl_FragCoord.xy - 0.5;
    ivec2 corner = ivec2(floor(place));
    vec2 share = place - vec2(corner);
    vec4 all = vec4(0.0);
    vec3 sum = vec3(0.0);
    float weights = 1e-5;
    for (int i = 0; i < 4; ++i) {
        ivec2 step = ivec2(i % 2, i / 2);
        ivec2 texel = clamp(corner + step, ivec2(0), ivec2(uUsed.xy) - 1);
        float apart = abs(texelFetch(uHalf, texel, 0).a - blur);
        vec2 near = mix(1.0 - share, share, vec2(step));
        float weight = near.x * near.y / (1.0 + apart * apart);
        vec4 gathered = texelFetch(uGathered, texel, 0);
        all += near.x * near.y * gathered;
        sum += weight * gathered.rgb;
        weights += weight;
    }
    vec3 own = mix(light.rgb, sum / weights, blurred * min(2.0 * weights, 1.0));
    fLight = vec4(mix(own, all.rgb, all.a), light.a);
}
