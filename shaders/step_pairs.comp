#version 430 core
#include "step.glsl"
#include "step_grid.glsl"

// Steers the boids of a species by one of its sets of pair rules: those for its own kind, or for another species.

layout(local_size_x = 64) in;

layout(std430, binding = 0) restrict readonly buffer Own { vec4 own[]; };
layout(std430, binding = 1) readonly buffer Others { vec4 others[]; };  // sorted by the grid; may be the same
layout(std430, binding = 2) restrict readonly buffer Starts { uint starts[]; };
layout(std430, binding = 3) restrict buffer Steering { vec4 steering[]; };
layout(std430, binding = 4) restrict buffer Memory { vec4 memory[]; };
layout(std430, binding = 5) readonly buffer SharedMemory { vec4 sharedMemory[]; };  // of the others, as the step began
layout(std430, binding = 6) restrict buffer Faults { uint faults[]; };

uniform uint uCount;
uniform uint uOthers;        // how many there are
uniform bool uIsOwn;         // they are the boids themselves
uniform bool uAdds;          // to the steering of another set
uniform uint uPeriod;        // steps between the decisions of a boid
uniform uint uNow;           // 0 .. uPeriod - 1: those decide now whose id has this remainder
uniform float uReach;        // [m] neighbours farther away do not matter
uniform float uSightSq;      // [m²] square of the perception radius
uniform float uBlindCosine;  // of half the angle that a boid sees ahead
uniform vec3 uWorld;         // [m] edges of a wrapped world
uniform uint uMost;          // candidates for a boid; if there are more, a sample of this size
uniform uint uRandom;        // decides the sample
uniform float uSpread;

// The boid, and the neighbour that the rules look at.
vec3 position;
vec3 velocity;
uint id;
vec3 offset;
float distanceSq;
vec3 otherVelocity;
uint otherId;
uint otherSlot;
float weight;  // boids that each neighbour stands for
uint slot;

#include "rules.glsl"

const float kInfinity = 1e38;
const float kCoincidentSq = 1e-12;  // [m²]

vec3 nearestImage(vec3 there) {
    return uIsWrapped ? there - uWorld * roundEven(there / uWorld) : there;
}

// A unit vector, opposite for (a, b) and (b, a).
vec3 directionApart(uint a, uint b) {
    uint bits = mixWords(mixWords(min(a, b)) + max(a, b));
    float height = 2.0 * uniformOf(bits) - 1.0;
    float turn = 6.2831853 * uniformOf(mixWords(bits ^ 0x51ed270bu));
    float level = sqrt(max(1.0 - height * height, 0.0));
    return vec3(level * cos(turn), height, level * sin(turn)) * (a < b ? 1.0 : -1.0);
}

bool isUnhidden(vec3 there, float awaySq) {
#ifdef HAS_BLIND_CONE
    float ahead = dot(there, velocity);
    return ahead * abs(ahead) >= dot(velocity, velocity) * uBlindCosine * abs(uBlindCosine) * awaySq;
#else
    return true;
#endif
}

// Lets the rules look at a boid, if it is seen.
void look(uint other, bool isChosen) {
    if (uIsOwn && other == slot) {
        return;
    }
    vec4 there = others[other];
    offset = nearestImage(there.xyz - position);
    distanceSq = dot(offset, offset);
    if (distanceSq < kCoincidentSq) {
        // Moved a millimetre apart, or a few of the last bits of coordinates so large that this would be lost.
        float largest = max(max(abs(position.x), abs(position.y)), abs(position.z));
        offset = directionApart(id, floatBitsToUint(there.w)) * max(1e-3, 1e-6 * largest);
        distanceSq = dot(offset, offset);
    }
    if (!(distanceSq < uSightSq) || !(isChosen || isUnhidden(offset, distanceSq))) {
        return;
    }
    otherVelocity = others[uOthers + other].xyz;
    otherId = floatBitsToUint(there.w);
    otherSlot = other;
    accumulateRules();
}

// Cells `first` to `last` of an axis that lie in a world of `size`, as up to two runs: across a wrapped edge the
// second continues the first.
uvec4 runsOf(int first, int last, int size) {
    if (!uIsWrapped) {
        first = max(first, 0);
        last = min(last, size - 1);
        return first > last ? uvec4(1u, 0u, 1u, 0u) : uvec4(first, last, 1u, 0u);
    }
    if (last - first + 1 >= size) {
        return uvec4(0u, size - 1, 1u, 0u);
    }
    int turns = turnsOf(first, size);
    first -= turns * size;
    last -= turns * size;
    return last < size ? uvec4(first, last, 1u, 0u) : uvec4(first, size - 1, 0u, last - size);
}

// The cell of the world that a cell beyond a wrapped edge stands for.
int wrapped(int cell, int size) {
    return uIsWrapped ? cell - turnsOf(cell, size) * size : cell;
}

#ifdef IS_METRIC

// The cells within reach, along an axis.
ivec2 cellsWithin(float at, float low, float edge, int size) {
    float margin = 1e-3 * edge;
    ivec2 cells = ivec2(clamp(floor(vec2(at - uReach - margin - low, at + uReach + margin - low) / edge),
                              vec2(-1e9), vec2(1e9)));
    if (!uIsWrapped) {
        return clamp(cells, ivec2(0), ivec2(size - 1));  // stragglers are in the cells of the border
    }
    return cells.y - cells.x + 1 >= size ? ivec2(0, size - 1) : cells;
}

void lookAround() {
    ivec2 xs = cellsWithin(position.x, uLow.x, uEdge.x, uSize.x);
    ivec2 ys = cellsWithin(position.y, uLow.y, uEdge.y, uSize.y);
    ivec2 zs = cellsWithin(position.z, uLow.z, uEdge.z, uSize.z);
    uvec4 runs = runsOf(xs.x, xs.y, uSize.x);
    uint total = 0u;
    for (int z = zs.x; z <= zs.y; ++z) {
        for (int y = ys.x; y <= ys.y; ++y) {
            uint row = uint((wrapped(z, uSize.z) * uSize.y + wrapped(y, uSize.y)) * uSize.x);
            total += starts[row + runs.y + 1u] - starts[row + runs.x];
            total += runs.z <= runs.w ? starts[row + runs.w + 1u] - starts[row + runs.z] : 0u;
        }
    }
    float stride = total > uMost ? float(total) / float(uMost) : 1.0;
    weight = stride;
    float next = total > uMost ? uniformOf(mixWords(indexOf(cellAt(position)) ^ uRandom)) * stride : 0.0;
    for (int z = zs.x; z <= zs.y; ++z) {
        for (int y = ys.x; y <= ys.y; ++y) {
            uint row = uint((wrapped(z, uSize.z) * uSize.y + wrapped(y, uSize.y)) * uSize.x);
            for (int run = 0; run < 2; ++run) {
                uvec2 cells = run == 0 ? runs.xy : runs.zw;
                if (cells.x > cells.y) {
                    break;
                }
                uint begin = starts[row + cells.x];
                float length = float(starts[row + cells.y + 1u] - begin);
                for (; next < length; next += stride) {
                    look(begin + uint(next), false);
                }
                next -= length;
            }
        }
    }
}

#else

// The few that are chosen, from the nearest on.
float fewSq[FEW];
uint fewSlot[FEW];
uint found = 0u;

float stride;  // one boid in so many is examined: 1, unless there are too many around
float next;    // place of the next of them, from here on

bool isNearer(float awaySq, uint other, float thanSq, uint than) {
    return awaySq < thanSq ||
           (awaySq == thanSq && floatBitsToUint(others[other].w) < floatBitsToUint(others[than].w));
}

// Keeps a boid if it is seen, farther away than `fromSq` and among the nearest.
void choose(uint other, float fromSq, uint except, uint most) {
    if ((uIsOwn && other == slot) || other == except) {
        return;
    }
    vec3 there = nearestImage(others[other].xyz - position);
    float awaySq = dot(there, there);
    if (!(awaySq < uSightSq) || !(awaySq > fromSq) ||
        (found == most && !isNearer(awaySq, other, fewSq[most - 1u], fewSlot[most - 1u])) ||
        !isUnhidden(there, awaySq)) {
        return;
    }
    uint place = found < most ? found : most - 1u;
    found = min(found + 1u, most);
    for (; place > 0u && isNearer(awaySq, other, fewSq[place - 1u], fewSlot[place - 1u]); --place) {
        fewSq[place] = fewSq[place - 1u];
        fewSlot[place] = fewSlot[place - 1u];
    }
    fewSq[place] = awaySq;
    fewSlot[place] = other;
}

// How far everything has been examined along an axis [m], once all cells so far from the boid's own were.
float examined(float at, float low, float edge, int size, int cell, int ring) {
    if (uIsWrapped) {
        return 2 * ring + 1 >= size ? kInfinity
                                    : min(at - (low + float(cell - ring) * edge), low + float(cell + ring + 1) * edge - at);
    }
    float below = cell - ring <= 0 ? kInfinity : at - (low + float(cell - ring) * edge);
    float above = cell + ring >= size - 1 ? kInfinity : low + float(cell + ring + 1) * edge - at;
    return min(below, above);
}

void chooseInCells(uint row, int first, int last, float fromSq, uint except, uint most) {
    uvec4 runs = runsOf(first, last, uSize.x);
    for (int run = 0; run < 2; ++run) {
        uvec2 cells = run == 0 ? runs.xy : runs.zw;
        if (cells.x > cells.y) {
            return;
        }
        uint begin = starts[row + cells.x];
        float length = float(starts[row + cells.y + 1u] - begin);
        for (; next < length; next += stride) {
            choose(begin + uint(next), fromSq, except, most);
        }
        next -= length;
    }
}

// How many boids are in the cells around a cell, and in itself.
uint boidsAround(ivec3 cell, ivec3 low, ivec3 high) {
    ivec3 first = max(ivec3(-1), low);
    ivec3 last = min(ivec3(1), high);
    uvec4 runs = runsOf(cell.x + first.x, cell.x + last.x, uSize.x);
    uint total = 0u;
    for (int z = first.z; z <= last.z; ++z) {
        for (int y = first.y; y <= last.y; ++y) {
            uint row = uint((wrapped(cell.z + z, uSize.z) * uSize.y + wrapped(cell.y + y, uSize.y)) * uSize.x);
            total += starts[row + runs.y + 1u] - starts[row + runs.x];
            total += runs.z <= runs.w ? starts[row + runs.w + 1u] - starts[row + runs.z] : 0u;
        }
    }
    return total;
}

// Finds the nearest that are farther than `fromSq`, in ring after ring of cells; where there are too many around, among a
// sample of those in the first two rings.
void chooseNearest(float fromSq, uint except, uint most) {
    ivec3 cell = cellAt(position);
    // The cells of the grid, relative to the boid's own; in a wrapped world the nearest image of each.
    ivec3 low = uIsWrapped ? -((uSize - 1) / 2) : -cell;
    ivec3 high = uIsWrapped ? uSize / 2 : uSize - 1 - cell;
    found = 0u;
    uint total = boidsAround(cell, low, high);
    stride = total > uMost ? float(total) / float(uMost) : 1.0;
    next = total > uMost ? uniformOf(mixWords(indexOf(cell) ^ uRandom)) * stride : 0.0;
    for (int ring = 0;; ++ring) {
        ivec3 first = max(ivec3(-ring), low);
        ivec3 last = min(ivec3(ring), high);
        for (int z = first.z; z <= last.z; ++z) {
            for (int y = first.y; y <= last.y; ++y) {
                uint row = uint((wrapped(cell.z + z, uSize.z) * uSize.y + wrapped(cell.y + y, uSize.y)) * uSize.x);
                if (max(abs(z), abs(y)) == ring) {
                    chooseInCells(row, cell.x + first.x, cell.x + last.x, fromSq, except, most);
                    continue;
                }
                if (first.x == -ring) {
                    chooseInCells(row, cell.x - ring, cell.x - ring, fromSq, except, most);
                }
                if (last.x == ring && ring > 0) {
                    chooseInCells(row, cell.x + ring, cell.x + ring, fromSq, except, most);
                }
            }
        }
        // A little less, because cell numbers are rounded.
        float sure = 0.999 * min(min(examined(position.x, uLow.x, uEdge.x, uSize.x, cell.x, ring),
                                     examined(position.y, uLow.y, uEdge.y, uSize.y, cell.y, ring)),
                                 examined(position.z, uLow.z, uEdge.z, uSize.z, cell.z, ring));
        if (total > uMost && ring == 1) {
            return;
        }
        if (sure > 0.0 && (sure * sure >= uSightSq || (found == most && fewSq[most - 1u] <= sure * sure))) {
            return;
        }
    }
}

#if defined(IS_SPREAD)

// The closest, the second closest, and the closest of the rest that is much farther away than the first.
void chooseFew() {
    chooseNearest(-1.0, 0xffffffffu, 2u);
    uint near = found;
    vec2 nearSq = vec2(fewSq[0], fewSq[1]);
    uvec2 nearSlot = uvec2(fewSlot[0], fewSlot[1]);
    float fromSq = near > 0u ? nearSq.x * uSpread * uSpread : uSightSq;
    found = 0u;
    if (fromSq < uSightSq) {
        chooseNearest(fromSq, near > 1u ? nearSlot.y : 0xffffffffu, 1u);
    }
    uint far = fewSlot[0];
    uint hasFar = found;
    fewSlot[0] = nearSlot.x;
    fewSlot[1] = nearSlot.y;
    fewSlot[near] = far;
    found = near + hasFar;
}

#elif defined(IS_BALANCED)

// The nearest in each octant of the boid's own frame.
void chooseFew() {
    chooseNearest(-1.0, 0xffffffffu, uint(FEW));
    vec3 ahead = dot(velocity, velocity) < 1e-30 ? vec3(1.0, 0.0, 0.0) : velocity;
    vec3 level = ahead.x == 0.0 && ahead.z == 0.0 ? vec3(1.0, 0.0, 0.0) : vec3(ahead.x, 0.0, ahead.z);
    vec3 aside = vec3(level.z, 0.0, -level.x);
    vec3 above = cross(ahead, aside);
    uint taken = 0u;
    uint kept = 0u;
    for (uint k = 0u; k < found; ++k) {
        vec3 there = nearestImage(others[fewSlot[k]].xyz - position);
        uint octant = (dot(there, ahead) < 0.0 ? 1u : 0u) | (dot(there, aside) < 0.0 ? 2u : 0u) |
                      (dot(there, above) < 0.0 ? 4u : 0u);
        if ((taken >> octant & 1u) == 0u) {
            fewSlot[kept++] = fewSlot[k];
        }
        taken |= 1u << octant;
    }
    found = kept;
}

#elif defined(IS_VORONOI)

// Whether part of the line that is as near to the boid as to the k-th, seen from above, is nearer to no other.
bool sharesEdge(vec2 to[FEW], uint k) {
    float low = -kInfinity;
    float high = kInfinity;
    for (uint j = 0u; j < found; ++j) {
        if (j == k) {
            continue;
        }
        float along = to[k].x * to[j].y - to[k].y * to[j].x;
        float limit = 0.5 * (to[j].x * (to[j].x - to[k].x) + to[j].y * (to[j].y - to[k].y));
        if (along > 0.0) {
            high = min(high, limit / along);
        } else if (along < 0.0) {
            low = max(low, limit / along);
        } else if (limit < 0.0) {
            return false;
        }
        if (low >= high) {
            return false;
        }
    }
    return true;
}

void chooseFew() {
    chooseNearest(-1.0, 0xffffffffu, uint(FEW));
    vec2 to[FEW];
    for (uint k = 0u; k < found; ++k) {
        to[k] = nearestImage(others[fewSlot[k]].xyz - position).xz;
    }
    uint kept = 0u;
    for (uint k = 0u; k < found; ++k) {
        if (sharesEdge(to, k)) {
            fewSlot[kept++] = fewSlot[k];
        }
    }
    found = kept;
}

#else

void chooseFew() {
    chooseNearest(-1.0, 0xffffffffu, uint(FEW));
}

#endif

void lookAround() {
    weight = 1.0;
    chooseFew();
    for (uint k = 0u; k < found; ++k) {
        look(fewSlot[k], true);
    }
}

#endif

void main() {
    slot = gl_GlobalInvocationID.x;
    if (slot >= uCount) {
        return;
    }
    vec4 self = own[slot];
    id = floatBitsToUint(self.w);
    if (uPeriod > 1u && id % uPeriod != uNow) {
        return;
    }
    position = self.xyz;
    velocity = own[uCount + slot].xyz;
    beginRules();
    lookAround();
    vec3 push = steerByRules();
    steering[slot] = vec4((uAdds ? steering[slot].xyz : vec3(0.0)) + push, 0.0);
}
