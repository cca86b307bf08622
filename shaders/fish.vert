#version 430 core
#include "scene.glsl"
#include "bodies.glsl"
#include "body_vertex.glsl"

// As in FishForm.
uniform vec4 uWave;    // sweep at the widest beat, waves along one body, envelope's share at the snout and power
uniform float uYaw;
uniform float uScull;

flat out float vBroadside;  // 1 seen from the side .. 0 from an end
flat out float vThick;  // thickness [px]
flat out float vLean;       // -0.5 .. 0.5: how far its silver plates lean, a number of its own

const float kPivot = 0.3;    // along the body: the point a fish turns about
const float kMiddle = 0.45;  // along the body: the simulated position

const float kTwist = 2.0;     // [rad] of roll for a sweep and a distance from the pivot of a body length

// Sideways offset of the spine at `s`, and its slope there.
vec2 spine(float s, float phase, float sweep, float bend) {
    float angle = kTurn * (phase - uWave.y * s);
    float grown = (1.0 - uWave.z) * pow(max(s, 1e-4), uWave.w - 1.0);
    float envelope = uWave.z + grown * s;
    float wave = sweep * envelope * sin(angle);
    float waveSlope = sweep * (uWave.w * grown * sin(angle) - envelope * kTurn * uWave.y * cos(angle));
    // The head yields a little to the tail's push.
    float yaw = uYaw * sweep * sin(kTurn * (phase - uWave.y));
    // A turning body curves along the arc that it swims.
    float arm = s - kPivot;
    return vec2(wave + yaw * arm + 0.5 * bend * arm * arm, waveSlope + yaw + bend * arm);
}

void main() {
    Body body = fetchBody();
    Corner corner = cornerOf(body);
    vec3 position = corner.position;
    vec3 normal = corner.normal;
    float s = position.z;
    float sweep = uWave.x * (0.35 + 0.65 * body.effort);
    vec2 aside = spine(s, body.phase, sweep, body.bend);
    float stretch = inversesqrt(1.0 + aside.y * aside.y);
    vec3 back = (body.right * aside.y - body.forward) * stretch;    // along the spine, to the tail
    vec3 across = (body.right + body.forward * aside.y) * stretch;  // to the right of it

    // The body rolls to and fro along the spine, ahead of the sweep.
    float twist = kTwist * sweep * (s - kPivot) * cos(kTurn * (body.phase - uWave.y * s));
    mat2 roll = mat2(cos(twist), sin(twist), -sin(twist), cos(twist));
    normal.xy = roll * normal.xy;
    vec2 section = roll * position.xy * body.thicken;
    if (aPaint.w > 2.5) {
        // Pectoral fins scull, each fish in its own time.
        section.y += uScull * corner.paint.y * sin(kTurn * (body.phase + body.hue));
    }
    vThick = max(body.pixels, 1e-4);
    vBroadside = 1.0 - smoothstep(0.55, 0.95, abs(dot(body.forward, normalize(body.centre + vec3(0.0, 1e-6, 0.0)))));
    float lean = variety(iManner.z, 5u) - 0.5;
    vLean = lean * (0.25 + 3.0 * lean * lean);  // few lean far
    vBody = position;
    vPaint = corner.paint;
    put(body,
        body.centre + body.size * (body.right * aside.x + body.forward * (kMiddle - s) + across * section.x +
                                   body.up * section.y),
        across * normal.x + body.up * normal.y + back * normal.z);
}
