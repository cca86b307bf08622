#pragma once

#include <cstdint>
#include <span>

#include <shoal/detail/blocks.hpp>
#include <shoal/flock.hpp>
#include <shoal/isa.hpp>
#include <shoal/rule_set.hpp>

namespace shoal {

/// Coordinates stay within ±this [m], where a float still resolves decimetres.
inline constexpr float kWorldLimit = 1e6f;

/// Components of velocities stay within ±this [m/s].
inline constexpr float kSpeedLimit = 1e4f;

/// Integrates boids from step n (`old`) to n+1 (`fresh`): steering, acceleration limits, velocity, velocity
/// limits, position, position limits. Semi-implicit Euler. `limits` are in the order in which they act.
/// Whatever the rules return, the new state is finite.
struct Integrator {
    FlockState* old = nullptr;
    FlockState* fresh = nullptr;
    const Column3* steering = nullptr;
    std::span<const Rule* const> limits;
    std::span<RuleMemory> memories;  ///< of the limits that keep one, in their order
    const Surroundings* surroundings = nullptr;
    Isa isa = Isa::baseline;

    /// Integrates boids `begin` .. `end`.
    void run(std::uint32_t begin, std::uint32_t end) const;
};

}  // namespace shoal
