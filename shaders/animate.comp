#version 430 core
#include "bodies.glsl"

// Brings the animation of one species' bodies to a newly published state of the flock: heading, roll, bend, and
// the phase and effort of tail, wings or legs. The flock never reads it.

layout(local_size_x = 64) in;

layout(std430, binding = 0) restrict readonly buffer Published { PublishedBody bodies[]; };
layout(std430, binding = 1) restrict buffer States { BodyState states[]; };

uniform int uFirst;          // of the species, in both buffers
uniform int uCount;
uniform int uKnown;          // bodies from this id on begin with this state
uniform float uSteps;        // since the state before; 0: only begin the new bodies
uniform float uStepSeconds;  // [s] real time of a step
uniform float uElapsed;      // [s] since the first state
uniform float uBodyLength;   // [m]
uniform int uStroke;         // see below
uniform vec3 uRate;          // strokes per length, or flaps per second of a bird 1 m long; least and most per second
uniform float uMaxRoll;      // [rad]
uniform float uMaxPitch;     // [rad] at most 45°
uniform float uFullRollTurn; // [rad/s] turn rate at the largest roll
uniform float uMaxBend;      // [rad] along one body; of a bird's tail

// As BodyMotion::Stroke.
const int kTail = 0;
const int kWings = 1;
const int kLegs = 2;

const float kTurn = 6.2831853;
const float kHeadingTime = 0.07;     // [s] longer than a flock's jitter, shorter than its turns
const float kRollTime = 0.25;        // [s]
const float kWingRollTime = 0.1;     // [s] of a bird: a zigzag of half a second still shows
const float kBendTime = 0.12;        // [s]
const float kBeatTime = 0.3;         // [s]
const float kFastestTurn = 12.0;     // [rad/s] of the displayed heading: a bounce becomes a quick turn
const float kStanding = 0.2;         // [lengths/s] below this a bird stands and folds its wings
const float kRoundsOfFlapping = 0.35;  // [1/s] birds flap in bursts
const float kWalkStrides = 2.2;        // of a walk in the length of a gallop's
const float kFullGallop = 4.0;         // [lengths/s] above this the legs reach no farther
const float kStill = 1e-4;             // [m/s] below this a velocity has no heading

// What determines a body's stroke.
struct Motion {
    float lengthsPerSecond;
    float climb;   // sine of the angle above level
    float thrust;  // [lengths/s²] acceleration along its path
    float turn;    // turn rate relative to that of the largest roll; may exceed 1
    float round;   // 0 .. 1: phase of a bird's cycle of stronger and weaker flapping
};

// Hashes an id to a number in [0, 1).
float unitFromId(uint id) {
    uint bits = id + 0x9e3779b9u;
    bits = (bits ^ (bits >> 16)) * 0x85ebca6bu;
    bits = (bits ^ (bits >> 13)) * 0xc2b2ae35u;
    return float((bits ^ (bits >> 16)) >> 8) / 16777216.0;
}

// Within half a turn of 0.
float wrapped(float angle) {
    return angle - kTurn * round(angle / kTurn);
}

// Azimuth and pitch to show for a velocity; the last ones if it has none.
vec2 shownHeading(vec3 velocity, vec2 last) {
    float levelSpeed = length(velocity.xz);
    if (levelSpeed < kStill && abs(velocity.y) < kStill) {
        return last;
    }
    float azimuth = levelSpeed < kStill ? last.x : atan(velocity.x, -velocity.z);  // straight up: keep it
    return vec2(azimuth, clamp(atan(velocity.y, max(levelSpeed, kStill)), -uMaxPitch, uMaxPitch));
}

// Close to `wanted` at low rates, levelling off at `largest`.
float bounded(float wanted, float largest) {
    float ratio = wanted / largest;
    return ratio > 100.0 ? largest : wanted * inversesqrt(sqrt(1.0 + ratio * ratio * ratio * ratio));
}

bool isStandingBird(float lengthsPerSecond) {
    return uStroke == kWings && lengthsPerSecond < kStanding;
}

// Amplitude of the stroke, 0 .. 1; -1 for a bird that stands with folded wings.
float effortOf(Motion motion) {
    if (uStroke == kTail) {
        // Thrust shows in the sweep: wide when accelerating or turning, narrow when gliding.
        return clamp(0.45 + 0.05 * motion.lengthsPerSecond + 0.06 * motion.thrust + 0.3 * motion.turn, 0.3, 1.0);
    }
    if (uStroke == kWings) {
        // Strong when climbing, accelerating or turning; gliding when sinking; in bursts when level.
        return isStandingBird(motion.lengthsPerSecond)
                   ? -1.0
                   : clamp(0.48 + 1.5 * motion.climb + 0.03 * motion.thrust + 0.4 * motion.turn +
                               0.22 * sin(kTurn * motion.round),
                           0.0, 1.0);
    }
    return uStroke == kLegs ? min(motion.lengthsPerSecond / kFullGallop, 1.0) : 0.0;
}

// Beats, flaps or strides per second.
float strokeRate(uint id, float lengthsPerSecond, float effort) {
    if (uStroke == kWings) {
        // Each at a pace of its own, so that none keep in step for long.
        float own = 0.85 + 0.3 * fract(7.0 * unitFromId(id));
        return own * clamp(uRate.x * inversesqrt(uBodyLength), uRate.y, uRate.z) * (0.45 + 0.75 * max(effort, 0.0));
    }
    // Strides are shorter at a walk, and a larger animal takes fewer: its feet must not slide.
    float strides = uStroke == kLegs ? mix(kWalkStrides, 1.0, effort) / sizeOf(id, 1.0) : 1.0;
    return uRate.y + bounded(uRate.x * strides * lengthsPerSecond, uRate.z);
}

// Straight along its velocity, with a phase of its own.
BodyState begun(uint id, vec3 velocity, float speed) {
    Motion motion = Motion(speed / uBodyLength, 0.0, 0.0, 0.0, fract(unitFromId(~id) + kRoundsOfFlapping * uElapsed));
    BodyState state;
    state.pose = vec4(shownHeading(velocity, vec2(0.25 * kTurn, 0.0)), 0.0, 0.0);
    state.poseBefore = state.pose;
    float effort = uStroke == kTail ? 0.6 : effortOf(motion);
    state.stroke =
        vec4(unitFromId(id), strokeRate(id, motion.lengthsPerSecond, effort) * uStepSeconds, effort, speed);
    return state;
}

BodyState advanced(BodyState state, uint id, vec3 velocity, float speed) {
    float seconds = uSteps * uStepSeconds;
    vec4 shares = 1.0 - exp(-seconds / vec4(kHeadingTime, uStroke == kWings ? kWingRollTime : kRollTime, kBendTime, kBeatTime));
    float lengthsPerSecond = speed / uBodyLength;
    vec4 last = state.pose;

    vec2 heading = isStandingBird(lengthsPerSecond) ? vec2(last.x, 0.0) : shownHeading(velocity, last.xy);
    float maxTurn = kFastestTurn * seconds;
    float turned = clamp(wrapped(heading.x - last.x) * shares.x, -maxTurn, maxTurn);
    float raised = clamp((heading.y - last.y) * shares.x, -maxTurn, maxTurn);
    state.pose.x = wrapped(last.x + turned);
    state.pose.y = clamp(last.y + raised, -uMaxPitch, uMaxPitch);

    float turnRate = turned / seconds;
    float turn = clamp(turnRate / uFullRollTurn, -1.0, 1.0);
    state.pose.z += (uMaxRoll * turn - last.z) * shares.y;
    // A fish bends along the arc that it swims. A bird's tail follows the turn rate alone: its arcs are many
    // lengths wide.
    float arc = clamp(turnRate / max(lengthsPerSecond, 1.0), -uMaxBend, uMaxBend);
    state.pose.w += ((uStroke == kWings ? uMaxBend * turn : arc) - last.w) * shares.z;
    // One step ago, of uSteps.
    vec4 change = vec4(turned, state.pose.yzw - last.yzw);
    state.poseBefore = state.pose - change / uSteps;

    Motion motion = Motion(lengthsPerSecond, sin(state.pose.y), (speed - state.stroke.w) / seconds / uBodyLength,
                           abs(turnRate) / uFullRollTurn,
                           fract(unitFromId(~id) + kRoundsOfFlapping * uElapsed));
    state.stroke.z += (effortOf(motion) - state.stroke.z) * shares.w;
    state.stroke.y = strokeRate(id, lengthsPerSecond, state.stroke.z) * uStepSeconds;
    state.stroke.x = fract(state.stroke.x + state.stroke.y * uSteps);
    state.stroke.w = speed;
    return state;
}

void main() {
    uint index = gl_GlobalInvocationID.x;
    if (index >= uint(uCount)) {
        return;
    }
    PublishedBody body = bodies[uint(uFirst) + index];
    uint id = body.id & ~kUnmoved;
    if (id >= uint(uCount)) {
        return;
    }
    vec3 velocity = body.move / uStepSeconds;
    velocity = isFinite(velocity) ? velocity : vec3(0.0);
    float speed = min(length(velocity), 1e6);
    uint place = uint(uFirst) + id;
    if (id >= uint(uKnown)) {
        states[place] = begun(id, velocity, speed);
    } else if (uSteps > 0.0) {
        states[place] = advanced(states[place], id, velocity, speed);
    }
}
