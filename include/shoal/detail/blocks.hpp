#pragma once

#include <cstdint>

#include <shoal/flock.hpp>
#include <shoal/lanes.hpp>
#include <shoal/rule_inputs.hpp>

namespace shoal {

/// Boids `begin` .. `end` of a state, with their neighbour candidates. They share a grid cell.
struct PairBlock {
    const FlockState* state = nullptr;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;

    /// Candidates, padded to a multiple of eight with very distant ones. With a stride of 0 all boids share
    /// them, and boid `begin + k` is itself candidate `selfAt + k`, or `selfIndex[k]` if that is set.
    /// Otherwise boid `begin + k` has the `count` from k·stride on. Writable, because a pass temporarily
    /// moves a boid out of its own range and coincident ones apart.
    float* x = nullptr;
    float* y = nullptr;
    float* z = nullptr;
    const float* vx = nullptr;
    const float* vy = nullptr;
    const float* vz = nullptr;
    const std::uint32_t* id = nullptr;
    std::uint32_t count = 0;
    std::uint32_t stride = 0;
    std::uint32_t selfAt = 0;
    const std::uint32_t* selfIndex = nullptr;  ///< `count` for a boid that is not a candidate
    float weight = 1.0f;                       ///< number of boids that each candidate represents
    float* spare = nullptr;                    ///< scratch of three times `count` floats

    std::uint32_t candidateCount() const { return stride == 0 ? count : (end - begin) * stride; }

    float radiusSq = 0.0f;  ///< [m²] square of the perception radius
    bool hasBlindCone = false;
    float blindCosine = -1.0f;  ///< a boid is seen if the cosine between heading and offset is at least this

    std::uint32_t species = 0;  ///< index in Scene::species of the candidates
    bool isOwnSpecies = true;   ///< candidates and boids are of one flock
    Column3* memory = nullptr;  ///< the rule's vector of each boid of `state`; only for SharingPairRule
    /// That of each candidate as the step began, beside its position; only for SharingPairRule.
    Vec3<float*> candidateMemory = {};

    const Surroundings* surroundings = nullptr;  ///< for rules that take them
    Column3* steering = nullptr;                 ///< [m/s²] the pass adds to it
    /// No other thread touches the steering before this slot, so whole vectors may be read and written back
    /// unchanged.
    std::uint32_t steeringEnd = 0;
};

/// Boids `begin` .. `end` of a state.
struct FieldBlock {
    const FlockState* state = nullptr;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    const Surroundings* surroundings = nullptr;
    Column3* steering = nullptr;  ///< [m/s²] the pass adds to it
};

/// Boids `begin` .. `end`, moving from `old` to `fresh`.
struct LimitBlock {
    FlockState* old = nullptr;
    FlockState* fresh = nullptr;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    const Surroundings* surroundings = nullptr;
    /// [m/s²] of the boids from `begin` on: boid i is at index i − begin.
    float* ax = nullptr;
    float* ay = nullptr;
    float* az = nullptr;
    Column3* memory = nullptr;  ///< the rule's vector of every boid; null if it keeps none
};

}  // namespace shoal
