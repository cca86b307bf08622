// The bodies on the card, shared by the compute shaders.

// A body as its flock publishes it: see PublishedBody.
struct PublishedBody {
    vec3 position;  // [m]
    uint id;        // with kUnmoved if the body has not moved: `move` is then only the direction it faces
    vec3 move;      // [m] in the last step
    uint colour;    // sRGB and strength, a byte each from the lowest
};

// What a body keeps from one state of the flock to the next, by id.
struct BodyState {
    vec4 pose;        // azimuth (0 towards -z, positive to the right), pitch, roll, bend [rad]
    vec4 poseBefore;  // one step ago; its azimuth may lie beyond half a turn
    vec4 stroke;      // phase, advance in a step [beats]; effort; speed [m/s]
};

const uint kUnmoved = 0x80000000u;
const uint kRun = 16u;    // bodies that one invocation counts and sorts
const uint kLevels = 4u;  // of detail; a body at level kLevels is hidden

// Whether these are numbers, and not too large to compute with. A comparison does not tell: compilers invert it.
bool isFinite(vec3 values) {
    return !any(isnan(values)) && all(lessThan(abs(values), vec3(1e9)));
}

// [m] in the last step.
vec3 movedBy(PublishedBody body) {
    return (body.id & kUnmoved) != 0u ? vec3(0.0) : body.move;
}

// Where a body is between two steps, from the eye [m].
vec3 centreOf(PublishedBody body, vec3 eye, float alpha) {
    vec3 from = body.position - movedBy(body);
    return mix(from - eye, body.position - eye, alpha);
}

// Eight bits that are independent for each salt, so that a body always looks the same; 0 .. 1.
float variety(uint id, uint salt) {
    uint bits = id * 0x9e3779b1u + salt * 0x85ebca77u;
    bits = (bits ^ (bits >> 16)) * 0x7feb352du;
    bits = (bits ^ (bits >> 15)) * 0x846ca68bu;
    return float((bits ^ (bits >> 16)) >> 24) / 255.0;
}

// [m] with each body's own size.
float sizeOf(uint id, float bodyLength) {
    return bodyLength * (0.85 + 0.30 * variety(id, 1u));
}
