#version 430 core
#include "scene.glsl"
#include "body_vertex.glsl"

const float kMiddle = 0.65;  // along the body: the simulated position
// Hips and knees, as in beast_mesh.cpp: height, along the body.
const vec2 kForeHip = vec2(0.52, 0.42);
const vec2 kHindHip = vec2(0.56, 0.87);
const vec2 kForeKnee = vec2(0.265, 0.40);
const vec2 kHindKnee = vec2(0.275, 0.935);

// Rotates a point about a hinge in the plane of height and length. A positive angle swings the part below the
// hinge forwards.
vec2 swung(vec2 place, vec2 hinge, float angle) {
    vec2 arm = place - hinge;
    return hinge + vec2(arm.x * cos(angle) - arm.y * sin(angle), arm.x * sin(angle) + arm.y * cos(angle));
}

void main() {
    Body body = bodyHere();
    Corner corner = cornerOf(body);
    vec3 position = corner.position;
    vec3 normal = corner.normal;
    vec2 place = position.yz;
    vec2 facing = normal.yz;
    float run = body.effort;
    float turn = kTurn * body.phase;
    // The spine rocks once per stride, and the forehand nods against it.
    float rock = 0.11 * run * sin(turn + 0.6);
    float bob = 0.030 * run * sin(turn + 2.2);
    if (aPaint.w > 5.5) {
        bool isHind = aPaint.w > 7.5;
        bool isRight = mod(aPaint.w, 2.0) > 0.5;
        // A gallop: the hind legs land one after the other, then the forelegs.
        float step = turn - (isHind ? 0.0 : 3.3) - (isRight ? 0.75 : 0.0);
        vec2 hip = isHind ? kHindHip : kForeHip;
        vec2 knee = isHind ? kHindKnee : kForeKnee;
        float swing = (0.10 + 0.72 * run) * min(run * 4.0, 1.0) * sin(step) + 0.06 * run;
        // Bent while it swings forwards, straight while it bears weight: knees fold backwards, hocks
        // forwards.
        float bent = min(run * 1.6, 1.0) * pow(max(cos(step + 0.35), 0.0), 1.5) * (isHind ? 0.95 : -1.35);
        float below = 1.0 - smoothstep(knee.x - 0.02, knee.x + 0.02, position.y);
        place = swung(swung(place, knee, bent * below), hip, swing);
        facing = swung(facing, vec2(0.0), swing + bent * below);
    } else if (aPaint.w > 1.5 && aPaint.w < 2.5) {
        place = swung(place, vec2(0.62, 0.975), -0.5 * run - 0.15 * sin(turn * 2.0) * run);
    }
    place = swung(place, vec2(0.5, 0.65), rock * 0.5 * smoothstep(0.0, 0.3, position.y));
    // Head and neck stay level while the shoulders heave.
    float neck = 1.0 - smoothstep(0.12, 0.42, position.z);
    place.x += (bob - 0.05 * run * sin(turn + 2.4) * neck) * smoothstep(0.0, 0.4, position.y);
    // A turning beast curves along the arc that it runs.
    float arm = position.z - kMiddle;
    float aside = 0.5 * body.bend * arm * arm + position.x * body.thicken;
    vBody = position;
    vPaint = corner.paint;
    put(body,
        body.centre + body.size * (body.right * aside + body.up * place.x + body.forward * (kMiddle - place.y)),
        normalize(body.right * normal.x + body.up * facing.x - body.forward * facing.y));
}
