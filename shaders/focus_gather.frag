#version 430 core
#include "scene.glsl"
#include "focus.glsl"

// Blurs the halved picture: gathers what spreads to a texel, from points on a spiral of golden angles (Vogel 1979).

uniform sampler2D uHalf;
uniform vec3 uUsed;  // xy: its size in use [texels]

out vec4 fGathered;  // light; 0 .. 1: how much of the texel is covered by things before the focus

const int kTaps = 48;
const float kGoldenAngle = 2.3999632;

void main() {
    vec4 centre = texelFetch(uHalf, ivec2(gl_FragCoord.xy), 0);
    float reach = 0.5 * uLens.z;  // [texels]
    float spacing = reach / sqrt(float(kTaps));
    vec4 sum = vec4(centre.rgb, 1.0);
    float covered = smoothstep(0.5, 1.5, -centre.a);
    for (int i = 0; i < kTaps; ++i) {
        float away = reach * sqrt((float(i) + 0.5) / float(kTaps));
        float angle = kGoldenAngle * float(i);
        vec2 at = gl_FragCoord.xy + away * vec2(cos(angle), sin(angle));
        // One texel: a mean of two would be neither of both.
        vec4 tap = texelFetch(uHalf, clamp(ivec2(at), ivec2(0), ivec2(uUsed.xy) - 1), 0);
        // What lies behind spreads no farther over a thing than that is blurred itself.
        float spread = 0.5 * (tap.a > centre.a ? min(abs(tap.a), abs(centre.a)) : abs(tap.a));
        float weight = smoothstep(-0.5 * spacing, 0.5 * spacing, spread - away);
        sum += weight * vec4(tap.rgb, 1.0);
        bool isBefore = tap.a < min(centre.a, 0.0);
        covered += isBefore ? weight * reach * reach / max(spread * spread, 1.0) / float(kTaps) : 0.0;
    }
    fGathered = vec4(sum.rgb / sum.a, min(covered, 1.0));
}
