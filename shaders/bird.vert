#version 430 core
#include "scene.glsl"
#include "body_vertex.glsl"

// As in BirdForm.
uniform vec4 uHinges;  // shoulder and wrist from the body's middle; wrist and tail along the body
uniform vec4 uBeat;    // inner and outer strip above level; how far a full stroke swings them
uniform float uSweep;  // of the outer strip in a glide

const float kMiddle = 0.42;     // along the body: the simulated position
const float kTailTilt = 0.6;    // [rad] up or down for each radian of climb or dive

// Angles of the wing's two strips above level, and the backward sweep of the outer one.
vec3 strokeOf(Body body) {
    float wide = smoothstep(0.05, 0.5, body.effort) * (0.45 + 0.55 * body.effort);
    float angle = kTurn * body.phase;
    // The outer strip follows the inner one, and folds while the wing rises.
    float inner = uBeat.x + uBeat.z * wide * sin(angle);
    float outer = uBeat.y + uBeat.w * wide * sin(angle - 0.9);
    float rising = 0.5 + 0.5 * cos(angle - 0.3);
    return vec3(inner, outer, mix(uSweep, 0.05 + 0.75 * rising, wide));
}

// Rotates a vector whose second component points backwards: a backward vector turns towards the first
// component.
vec2 turned(vec2 a, float angle) {
    return vec2(a.x * cos(angle) + a.y * sin(angle), a.y * cos(angle) - a.x * sin(angle));
}

void main() {
    Body body = fetchBody();
    Corner corner = cornerOf(body);
    vec3 position = corner.position;
    vec3 normal = corner.normal;
    vec3 stroke = strokeOf(body);
    float aside = position.x;
    float above = position.y;
    float along = position.z;
    if (aPaint.w > 3.5) {
        float side = aside < 0.0 ? -1.0 : 1.0;
        float span = abs(aside);
        // The wing bends over a stretch about its wrist, not sharply there.
        float reachOfBend = 0.55 * (uHinges.y - uHinges.x);
        float past = clamp((span - uHinges.y) / reachOfBend, -1.0, 1.0);
        float hand = 0.25 * reachOfBend * (past + 1.0) * (past + 1.0) + max(span - uHinges.y - reachOfBend, 0.0);
        float arm = span - uHinges.x - hand;
        // Sweeping turns the outer strip within the wing; then both turn about their hinges.
        float behind = along - uHinges.z;
        if (hand > 0.0) {
            float reach = hand;
            hand = reach * cos(stroke.z) - 0.35 * behind * sin(stroke.z);
            hand = max(hand, 0.2 * reach);
            along += reach * sin(stroke.z);
        }
        float tilt = mix(stroke.x, stroke.y, 0.5 + 0.5 * past);
        aside = side * (uHinges.x + arm * cos(stroke.x) + hand * cos(stroke.y));
        above += arm * sin(stroke.x) + hand * sin(stroke.y);
        // The wing's trailing edge lags, and lifts the bird.
        above -= 0.12 * (along - 0.25) * sin(stroke.x) * smoothstep(uHinges.x, uHinges.y, span);
        // It is arched from front to back.
        normal.z += sign(normal.y) * (0.8 * corner.paint.y - 0.35);
        normal = vec3(normal.x * cos(tilt) - side * normal.y * sin(tilt), normal.y * cos(tilt), normal.z);
        // Folded, a wing lies along the flank: its span backwards, its chord downwards.
        vec3 folded = vec3(side * 0.075, 0.05 - 0.3 * (position.z - 0.2), 0.26 + 0.6 * span + 0.2 * behind);
        vec3 unfolded = vec3(aside, above, along);
        vec3 placed = mix(unfolded, folded, body.fold);
        aside = placed.x;
        above = placed.y;
        along = placed.z;
        normal = normalize(mix(normal, vec3(side, 0.3, 0.0) * sign(normal.y + 1e-4), body.fold));
    } else if (aPaint.w > 1.5) {
        // The tail steers: like a rudder towards the inside of a turn, like an elevator up in a climb and
        // down in a dive. It spreads in a turn.
        aside *= 1.0 + 0.8 * abs(body.bend);
        float tilt = kTailTilt * asin(clamp(body.forward.y, -1.0, 1.0));
        vec2 raised = turned(vec2(above, along - uHinges.w), tilt);
        vec2 steered = turned(vec2(aside, raised.y), body.bend);
        aside = steered.x;
        above = raised.x;
        along = uHinges.w + steered.y;
        vec2 lifted = turned(normal.yz, tilt);
        vec2 swung = turned(vec2(normal.x, lifted.y), body.bend);
        normal = vec3(swung.x, lifted.x, swung.y);
    } else {
        aside *= body.thicken;
        above *= body.thicken;
    }
    // The body rises as the wings go down.
    above -= 0.045 * sin(kTurn * body.phase - 0.2) * smoothstep(0.05, 0.5, body.effort);
    vBody = position;
    vPaint = corner.paint;
    put(body, body.centre + body.size * (body.right * aside + body.up * above + body.forward * (kMiddle - along)),
        normalize(body.right * normal.x + body.up * normal.y - body.forward * normal.z));
}
