#pragma once

#include <cstdint>
#include <span>

#include <shoal/blocks.hpp>
#include <shoal/flock.hpp>
#include <shoal/isa.hpp>
#include <shoal/rule_base.hpp>

namespace shoal {

/// Coordinates stay within ±this [m], where a float still tells decimetres.
inline constexpr float kWorldLimit = 1e6f;

/// Components of velocities stay within ±this [m/s].
inline constexpr float kSpeedLimit = 1e4f;

/// Carries boids `begin` .. `end` from step n (`block.old`) to n+1 (`block.fresh`): steering, limits of the
/// acceleration, velocity, limits of the velocity, position, limits of the position. Semi-implicit Euler.
/// `limits` are in the order in which they act. Whatever the rules answer, the new state is finite.
struct Flight {
    FlockState* old = nullptr;
    FlockState* fresh = nullptr;
    const Column3* steering = nullptr;
    std::span<const Rule* const> limits;
    std::span<RuleMemory> memories;  ///< of those limits that have one, in their order
    const Surroundings* surroundings = nullptr;
    Isa isa = Isa::baseline;
    bool isNewOrder = true;  ///< else the slots of `fresh` hold the ids already

    /// Returns the square of the farthest way that one of those boids has gone [m²].
    float run(std::uint32_t begin, std::uint32_t end) const;
};

}  // namespace shoal
