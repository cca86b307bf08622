#version 430 core
#define VERTEX
#include "scene.glsl"
#include "plain.glsl"
#include "light.glsl"
#include "noise.glsl"
#include "land.glsl"
#include "tuft.glsl"

// Grows the grass of a patch of the plain in each work group: see CardGrass. A patch has an order of tufts. The farther off
// it is, the fewer of them grow, and the last of these are short, so that none appears at once.

layout(local_size_x = 64) in;

struct Patch {
    vec4 place;  // xy: its corner along x and z from the eye [m]; zw: its number along x and z
    uint tufts;  // that may grow
    uint first;  // of its tufts in the buffer
    uvec2 padding;
};

struct Command {
    uint indices;
    uint tufts;
    uint firstIndex;
    uint baseVertex;
    uint firstTuft;
};

struct Tuft {
    vec4 root;   // from the eye [m]; w: height [m]
    uvec4 form;  // a random number; sun and sky that arrive; lean in the wind
};

layout(std430, binding = 2) restrict readonly buffer Patches { Patch patches[]; };
layout(std430, binding = 3) restrict writeonly buffer Tufts { Tuft tufts[]; };
layout(std430, binding = 4) restrict writeonly buffer Commands { Command commands[]; };

uniform mat4 uHills;    // see ground.frag
uniform float uTop;     // [m] height of the highest crests
uniform float uEnd;     // [m] from the middle: grass ends there
uniform float uSide;    // [m] of a patch
uniform float uTufts;   // in a patch where they are densest
uniform vec4 uDensity;  // see GrassDensity: most, dense, thins, sparsest

shared uint sGrown[2];  // a bit for each invocation

float groundHeight(vec2 place) {
    float height = uTop;
    for (int wave = 0; wave < 4; ++wave) {
        float s = sin(0.5 * kTurn * fract(dot(uHills[wave].xy, place) + uHills[wave].z));
        height -= uHills[wave].w * s * s;
    }
    return height;
}

// Lean of the grass in a wind that runs over the plain.
vec2 windAt(vec2 place, float variety) {
    vec2 along = vec2(0.86, 0.51);
    float across = dot(place, vec2(-0.51, 0.86));
    float gust = sin(0.9 * uEye.w - 0.16 * dot(place, along) + 1.3 * sin(0.07 * across));
    float flutter = sin((3.1 + variety) * uEye.w - 0.9 * dot(place, along) + kTurn * variety);
    return along * (0.16 + 0.12 * gust + 0.05 * flutter);
}

struct Growth {
    Tuft tuft;
    bool isGrown;
};

Growth grow(Patch here, uint index) {
    uvec3 random = scramble(uvec3(ivec2(here.place.zw), index));
    vec3 chance = fractions(random);
    vec2 level = here.place.xy + uSide * chance.xy;
    vec2 place = level + uEye.xz;
    vec3 root = vec3(level.x, groundHeight(place) - uEye.y, level.y);
    float perMetre = pixelsPerMetre(root) / uViewport.y;  // of the frame's height

    float cover = 1.0 - 0.85 * bareAt(place / uExtinction.w, 0.0);
    float clump = clumpAt(place, 0.0);
    float density = pow(min(perMetre / uDensity.y, 1.0), uDensity.z) * smoothstep(1.0, 1.5, perMetre / uDensity.w);
    float limit = uDensity.x * density * cover * (0.40 + 0.60 * clump);
    float rank = (float(index) + 0.5) / uTufts;
    float grown = clamp((limit - rank) / (0.35 * limit + 1e-6), 0.0, 1.0);
    // Not before the lens, nor where the land is only drawn roughly.
    grown *= smoothstep(0.7, 2.6, length(root)) * (1.0 - smoothstep(0.9, 1.0, max(abs(place.x), abs(place.y)) / uEnd));
    float canopy = mix(0.20, 0.50, chance.z * chance.z) * mix(0.65, 1.0, clump * cover) * (0.35 + 0.65 * grown);
    Visibility visibility = visibilityOfSurface(root + vec3(0.0, 0.5 * canopy, 0.0), vec3(0.0, 1.0, 0.0));
    uvec4 form = uvec4(random.x, packUnorm2x16(vec2(visibility.sun, visibility.sky)), packHalf2x16(windAt(place, chance.z)), 0u);
    return Growth(Tuft(vec4(root, canopy), form), grown > 0.0);
}

void main() {
    Patch here = patches[gl_WorkGroupID.x];
    uint lane = gl_LocalInvocationIndex;
    uint count = 0u;
    for (uint first = 0u; first < here.tufts; first += 64u) {
        if (lane < 2u) {
            sGrown[lane] = 0u;
        }
        barrier();
        Growth growth = grow(here, first + lane);
        growth.isGrown = growth.isGrown && first + lane < here.tufts;
        if (growth.isGrown) {
            atomicOr(sGrown[lane / 32u], 1u << (lane % 32u));
        }
        barrier();
        // In order, so that the same tufts are drawn in the same order in every run.
        uint before = bitCount(sGrown[lane / 32u] & ((1u << (lane % 32u)) - 1u)) + (lane < 32u ? 0u : bitCount(sGrown[0]));
        if (growth.isGrown) {
            tufts[here.first + count + before] = growth.tuft;
        }
        count += bitCount(sGrown[0]) + bitCount(sGrown[1]);
        barrier();
    }
    if (lane == 0u) {
        commands[gl_WorkGroupID.x].tufts = count;
    }
}
