#version 430 core
#include "scene.glsl"
#include "place.glsl"
#include "bodies.glsl"
#include "visibility.glsl"

// Poses the visible bodies between two steps of the flock, in the order in which they are drawn.

layout(local_size_x = 64) in;

// The instance attributes in body_vertex.glsl.
struct Pose {
    vec4 centre;      // from the eye [m]; size [m]
    vec4 forward;     // unit; bend [rad] along the body
    vec4 right;       // unit; phase of its stroke [beats]
    uvec4 manner;     // effort and hue, two halves; visibility of sun and sky, 16 bits each; id; colour
    vec4 behind;      // light behind the body; opacity
};

layout(std430, binding = 0) restrict readonly buffer Published { PublishedBody bodies[]; };
layout(std430, binding = 1) restrict readonly buffer States { BodyState states[]; };
layout(std430, binding = 4) restrict readonly buffer Commands { uint commands[]; };
layout(std430, binding = 5) restrict readonly buffer Visible { uint visible[]; };
layout(std430, binding = 6) restrict writeonly buffer Poses { Pose poses[]; };

uniform int uFirst;          // of the species
uniform int uCommands;       // first word of the species' commands
uniform float uBodyLength;   // [m]
uniform float uThickness;    // [body lengths]
uniform float uSway;         // [rad] amplitude of the idle roll
// A body this short in pixels, or with this little contrast against the background, has faded out.
uniform float uLeastPixels;
uniform float uLeastContrast;
uniform vec4 uSubject;       // [m] from the eye, of a body that others must not hide; w: 1 if there is one

// Opacity of a body: 0 at the lens, unless it is the subject, and between the eye and the subject.
float opacityBefore(vec3 centre, float size) {
    float isClear = smoothstep(0.6, 1.0, length(centre) / size);
    if (uSubject.w < 0.5) {
        return isClear;
    }
    float along = dot(centre, uSubject.xyz) / max(dot(uSubject.xyz, uSubject.xyz), 1e-8);
    float aside = length(centre - along * uSubject.xyz) / size;
    float isAside = along > 0.0 ? max(smoothstep(0.5, 0.7, aside), smoothstep(0.75, 0.9, along)) : 1.0;
    return length(centre - uSubject.xyz) < 0.3 * size ? 1.0 : min(isClear, isAside);
}

// [rad] A body at ease sways about its axis, in its own time and with those around it, so that bands of flashes travel
// through a school.
float swayOf(uint id, vec3 place, float size) {
    float time = uEye.w;
    float own = sin(6.2831853 * (mix(0.6, 1.2, variety(id, 3u)) * time + variety(id, 4u)));
    float together = sin(6.2831853 * (0.3 * time - dot(place, vec3(0.055, 0.08, 0.045)) / size));
    return uSway * (0.55 * own + 0.45 * together);
}

void main() {
    uint index = gl_GlobalInvocationID.x;
    if (index >= commands[uint(uCommands) + 39u]) {
        return;
    }
    PublishedBody body = bodies[uint(uFirst) + visible[uint(uFirst) + index]];
    uint id = body.id & ~kUnmoved;
    BodyState state = states[uint(uFirst) + id];
    float alpha = uSurface.y;
    vec3 centre = centreOf(body, uEye.xyz, alpha);
    float size = sizeOf(id, uBodyLength);

    // The heading is within 45° of level, so the world's up never lies along it.
    vec4 angles = mix(state.poseBefore, state.pose, alpha);
    angles.z += swayOf(id, centre + uEye.xyz, size);
    vec3 forward = vec3(sin(angles.x) * cos(angles.y), sin(angles.y), -cos(angles.x) * cos(angles.y));
    vec3 level = vec3(cos(angles.x), 0.0, sin(angles.x));
    vec3 above = cross(level, forward);
    vec3 right = level * cos(angles.z) - above * sin(angles.z);

    // Fade the smallest and the faintest bodies, so that none pops in or out from one frame to the next. A body
    // thinner than a pixel is drawn thicker, and fainter in proportion.
    float metres = max(length(centre), 1e-4);
    float pixels = size * pixelsPerMetre(centre);
    float contrast = exp(-min(uExtinction.r, min(uExtinction.g, uExtinction.b)) * metres);
#ifdef PLOT
    // A mark keeps a size at which its heading can be read.
    const float kLeastMark = 7.0;  // [px]
    size *= max(kLeastMark / max(pixels, 1e-4), 1.0);
    float opacity = 1.0;
#else
    float opacity = smoothstep(uLeastPixels, 2.0 * uLeastPixels, pixels) *
                    smoothstep(uLeastContrast, 3.0 * uLeastContrast, contrast) /
                    clamp(1.1 / max(uThickness * pixels, 1e-4), 1.0, 4.0);
#endif

    Visibility visibility = visibilityOfBody(centre, size);
    float before = opacityBefore(centre, size);
    // Half opaque it would look like a ghost.
    before = step(0.5, before);
    opacity *= before;
    size = before > 0.0 ? size : 0.0;
    float phase = state.stroke.x + (alpha - 1.0) * state.stroke.y;
    poses[uint(uFirst) + index] =
        Pose(vec4(centre, size), vec4(forward, angles.w), vec4(right, phase),
             uvec4(packHalf2x16(vec2(state.stroke.z, variety(id, 2u))),
                   packUnorm2x16(vec2(visibility.sun, visibility.sky)), id, body.colour),
             vec4(background(centre / metres), opacity));
}
