#version 430 core
#include "scene.glsl"
#include "lab.glsl"
#include "lab_grid.glsl"
#include "visibility.glsl"

in vec3 vDirection;
in vec3 vFrom;
out vec4 fColour;

// The ground lit from the middle of the picture: #161b22 there, #0e1116 far away.
vec3 groundColour(float away) {
    float far = smoothstep(0.0, 1.0, away);
    return isPaper() ? mix(vec3(0.984), vec3(0.9216, 0.9301, 0.9473), far)
                     : mix(vec3(0.0080, 0.0110, 0.0160), vec3(0.0044, 0.0056, 0.0080), far);
}

void main() {
    vec2 middle = (gl_FragCoord.xy + uViewport.zw - 0.5 * uViewport.xy) / uViewport.y;
    vec3 ground = groundColour(length(middle) / 0.95);
    vec3 direction = normalize(vDirection);
    // Where the sight meets the floor [m]; beyond the horizon nowhere.
    float slope = abs(direction.y) < 1e-5 ? 1e-5 : direction.y;
    float metres = (uFloor.y - vFrom.y) / slope;
    vec2 place = vFrom.xz + direction.xz * metres - uFloor.xz;
    vec3 colour = ground;
    float fade = metres > 0.0 ? 1.0 : 0.0;
    if (uEdge.y < 0.5 && !isOrthographic()) {
        // The floor ends in the dark, round the world or, if that is open, round the eye.
        float away = uEdge.x > 0.5 ? length(place) : length(place + uFloor.xz) - abs(uFloor.y);
        fade *= exp(-0.5 * max(away / uSpan.x - 1.0, 0.0)) * smoothstep(0.0, 0.05, abs(direction.y));
    }
    if (uEdge.y < 0.5) {
        // A floor below the boids is lit round its middle, and they darken it.
        float pool = exp(-0.9 * dot(place, place) / (uSpan.x * uSpan.x)) * fade;
        ground += isPaper() ? vec3(0.0) : pool * vec3(0.036, 0.046, 0.058);
        float shade = mix(1.0, visibilityAt(vFrom + direction * metres).sky, uEdge.z * step(0.0, metres));
        ground *= mix(1.0, shade * shade * shade, isPaper() ? 0.35 : 0.9);
    }
    if (uEdge.y > 0.5 && uEdge.x > 0.5) {
        // The world stands out from its surroundings.
        ground = mix(ground, isPaper() ? vec3(1.0) : vec3(0.0098, 0.0134, 0.0190),
                     fade * (1.0 - smoothstep(-0.5, 0.5, beyondEdge(place) / max(fwidth(place.x), 1e-9))));
    }
    colour = floorColour(place, ground, fade);
    fColour = vec4(inkLight(colour), 1.0);
}
