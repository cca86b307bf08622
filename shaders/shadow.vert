#version 430 core
#include "scene.glsl"
#include "body_pose.glsl"
#ifdef SHADOWED
#include "sun_shadow.glsl"
#endif

out vec3 vOffset;
out float vOpacity;
out vec2 vPlace;       // on the ground, along and across the body, from its middle [body lengths]
flat out float vMapped;  // 0 .. 1: how far the shadow map shows the body's shadow
flat out vec2 vThrown; // displacement of the trunk's shadow by the sun, likewise

const float kTrunk = 0.5;  // [body lengths] height of the trunk above the hooves

const vec2 kReach = vec2(0.80, 0.30);  // along and across the body: where shadow.frag's shadow of a trunk has faded

// A rectangle on the ground under a standing body, as large as its shadow.
void main() {
    Body body = fetchBody();
    vOpacity = body.opacity;
    vMapped = 0.0;
#ifdef SHADOWED
    // Points are not in the map.
    float pixels = body.size * pixelsPerMetre(body.centre);
    vMapped = shadowMapReach(body.centre) * smoothstep(3.5, 7.0, pixels);
#endif
    vec3 thrown = -uSun.xyz / max(uSun.y, 0.2) * kTrunk;
    vThrown = vec2(dot(thrown, body.forward), dot(thrown, body.right));
    vec2 corner = vec2(gl_VertexID % 2, gl_VertexID / 2);
    vPlace = mix(min(vec2(0.0), vThrown) - kReach, max(vec2(0.0), vThrown) + kReach, corner);
    vOffset = body.centre + body.size * (body.forward * (vPlace.x + 0.02) + body.right * vPlace.y + body.up * 0.01);
    gl_Position = uViewProjection * vec4(vOffset, 1.0);
    // Only surfaces at least 0.4 body lengths nearer hide it, because the land is not as flat as the rectangle. Legs do.
    float nearer = 1.0 - min(0.4 * body.size / max(length(vOffset), 1e-6), 0.5);
    gl_Position.z = (uViewProjection * vec4(vOffset * nearer, 1.0)).z / nearer;  // w is in proportion to the distance
}
