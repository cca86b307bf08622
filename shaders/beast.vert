#version 430 core
#include "scene.glsl"
#include "body_vertex.glsl"

const float kMiddle = 0.65;  // along the body: the simulated position
// Hips, knees and fetlocks, as in four_legs.cpp: height, along the body.
const vec2 kForeHip = vec2(0.52, 0.42);
const vec2 kHindHip = vec2(0.54, 0.87);
const vec2 kForeKnee = vec2(0.265, 0.40);
const vec2 kHindKnee = vec2(0.275, 0.935);

const vec2 kForeFetlock = vec2(0.035, 0.407);
const vec2 kHindFetlock = vec2(0.035, 0.912);
// [body lengths] how far the body travels while a foot stands, at a gallop and at a walk.
const float kStance = 0.44;

// Rotates a point about a hinge in the plane of height and length. A positive angle swings the part below the
// hinge forwards.
vec2 swung(vec2 place, vec2 hinge, float angle) {
    vec2 arm = place - hinge;
    return hinge + vec2(arm.x * cos(angle) - arm.y * sin(angle), arm.x * sin(angle) + arm.y * cos(angle));
}

// [body lengths] travelled in a stride: the inverse of strokeRate() in animate.comp, with the rate of body_kind.cpp.
float strideOf(float run) {
    return 1.0 / (0.42 * mix(2.2, 1.0, run));
}

// From straight down, forwards.
float angleOf(vec2 arm) {
    return atan(-arm.y, -arm.x);
}

// Where a foot is, of a leg that lands at phase 0: it stands where it landed while the body moves on, and is then lifted
// and put ahead. `run` is the effort; x: height, y: along the body from its place at rest.
vec2 footAt(float phase, float run) {
    float stance = kStance / strideOf(run);  // as a fraction of the stride
    float u = fract(phase);
    if (u < stance) {
        return vec2(0.0, kStance * (u / stance - 0.5));
    }
    // A cubic curve that leaves and meets the ground at nearly the speed of the ground.
    float w = (u - stance) / (1.0 - stance);
    float slope = 0.85 * (1.0 - stance) * strideOf(run);
    float along = kStance * (0.5 - w * w * (3.0 - 2.0 * w)) + slope * w * (1.0 - w) * (1.0 - 2.0 * w);
    return vec2((0.06 + 0.15 * run) * pow(sin(0.5 * kTurn * w), 1.5), along);
}

// A leg of two bones, posed so that its foot reaches a place.
struct Leg {
    vec2 hip;       // moved along inside the trunk
    float swing;    // of the upper bone from its rest
    float bent;     // of the lower one, relative to the upper
    float stretch;  // factor of both bones' lengths: above 1 if the foot is out of reach
};

Leg legTo(vec2 foot, vec2 hip, vec2 knee, vec2 restFoot, bool isHind) {
    // The shoulder blade and the pelvis take part.
    Leg leg;
    leg.hip = hip + vec2(0.0, 0.35 * (foot.y - restFoot.y));
    vec2 upper = knee - hip;
    vec2 lower = restFoot - knee;
    float a = length(upper);
    float b = length(lower);
    vec2 towards = foot - leg.hip;
    float far = length(towards);
    leg.stretch = max(1.0, far / (0.998 * (a + b)));
    far /= leg.stretch;
    // Cosine rule. Knees of forelegs point forwards, hocks backwards.
    float open = acos(clamp((a * a + far * far - b * b) / (2.0 * a * far), -1.0, 1.0)) * (isHind ? -1.0 : 1.0);
    float thigh = angleOf(towards) + open;
    vec2 bend = -a * vec2(cos(thigh), sin(thigh));
    leg.swing = thigh - angleOf(upper);
    leg.bent = angleOf(towards / leg.stretch - bend) - angleOf(lower) - leg.swing;
    return leg;
}

void main() {
    Body body = fetchBody();
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
    // A running body lies lower, so that its legs reach out.
    float crouch = 0.04 * run;
    if (aPaint.w > 5.5) {
        bool isHind = aPaint.w > 7.5;
        bool isRight = mod(aPaint.w, 2.0) > 0.5;
        // A gallop: the hind legs land one after the other, then the forelegs.
        float phase = body.phase - (isHind ? 0.0 : 0.52) - (isRight ? 0.12 : 0.0);
        vec2 hip = isHind ? kHindHip : kForeHip;
        vec2 knee = isHind ? kHindKnee : kForeKnee;
        vec2 fetlock = isHind ? kHindFetlock : kForeFetlock;
        vec2 step = min(run * 4.0, 1.0) * footAt(phase, run);
        Leg leg = legTo(fetlock + step + vec2(crouch, 0.0), hip, knee, fetlock, isHind);
        float below = 1.0 - smoothstep(knee.x - 0.02, knee.x + 0.02, position.y);
        // A hoof that stands lies flat.
        float flat_ = (1.0 - smoothstep(0.0, 0.08, step.x)) * (1.0 - smoothstep(0.025, 0.035, position.y));
        place = swung(place, fetlock, -(leg.swing + leg.bent) * flat_);
        place = leg.hip + leg.stretch * (swung(swung(place, knee, leg.bent * below), hip, leg.swing) - hip);
        facing = swung(facing, vec2(0.0), (leg.swing + leg.bent * below) * (1.0 - flat_));
    } else if (aPaint.w > 1.5 && aPaint.w < 2.5) {
        place = swung(place, vec2(0.62, 0.975), -0.5 * run - 0.15 * sin(turn * 2.0) * run);
    }
    place.x -= crouch;
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
