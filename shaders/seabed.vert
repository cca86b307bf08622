#version 430 core
#include "scene.glsl"
#include "far.glsl"

// Rocks and kelp: see SeabedThing.
layout(location = 0) in vec3 aPosition;
layout(location = 1) in vec3 aNormal;
layout(location = 2) in float aDent;
layout(location = 3) in vec4 aPlace;  // [m]; w: turn [rad]
layout(location = 4) in vec4 aForm;   // [m]; w: variety 0 .. 1

uniform float uSway;  // 0 for a rock; of a plant, how far its top moves [its heights]

out vec4 vPlace;  // see far.glsl
out vec3 vLocal;  // from the foot [m]
out vec3 vNormal;
out float vDent;
out float vAbove;     // the ground [m]
out float vUp;       // height of this vertex, as a fraction of the thing's
out float vVariety;  // 0 .. 1

vec3 turned(vec3 v) {
    float c = cos(aPlace.w);
    float s = sin(aPlace.w);
    return vec3(c * v.x - s * v.z, v.y, s * v.x + c * v.z);
}

void main() {
    vLocal = turned(aPosition * aForm.xyz);
    vNormal = turned(aNormal / aForm.xyz);
    if (uSway > 0.0) {
        // The swell passes from plant to plant; blades lag behind the stem.
        float time = uEye.w;
        float up = clamp(aPosition.y, 0.0, 1.0);
        float swell = 0.75 * time - 0.16 * dot(aPlace.xz, vec2(0.8, 0.6)) / uExtinction.w - 1.4 * up - 0.8 * aDent;
        vec2 lean = vec2(0.8, 0.6) * (0.45 + sin(swell)) + 0.35 * vec2(-0.6, 0.8) * sin(1.7 * swell + 6.28 * aForm.w);
        vLocal.xz += lean * (uSway * aForm.y * up * up);
        vLocal.y -= 0.05 * aForm.y * up * up * dot(lean, lean) * uSway;
        vLocal.y += 0.05 * aForm.x * aDent * sin(2.3 * swell + 9.0 * up);
        // A plant before the lens would hide the flock: it shrinks.
        vLocal *= smoothstep(1.5, 3.5, distance(aPlace.xz, uEye.xz) / uExtinction.w);
        vNormal = normalize(vNormal) + vec3(lean.x, 0.0, lean.y) * 0.25;
    }
    vDent = aDent;
    vAbove = vLocal.y;
    vUp = aPosition.y;
    vVariety = aForm.w;
    vPlace = vec4(vLocal + aPlace.xyz - uEye.xyz, 1.0);
    gl_Position = clipOf(vPlace);
}
