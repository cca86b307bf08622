#include "sim/step/simulation_checks.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include <shoal/detail/block_passes.hpp>

#include "sim/scene/scene_check.hpp"
#include "sim/step/integrator.hpp"

namespace shoal {
namespace {

/// Checks that the scene would still pass its check if the species had this count.
Outcome checkCount(const Scene& scene, std::size_t speciesIndex, std::size_t count) {
    const Species& species = scene.species[speciesIndex];
    const std::int64_t boids = scene.boidCount() - species.count + static_cast<std::int64_t>(count);
    if (boids > kMaxBoids) {
        return Problem{
            fmt::format("{} boids of species.{} would make {} in total, but a scene may have at most {}",
                        count, species.name, boids, kMaxBoids)};
    }
    return Done{};
}

/// Checks that every component of every vector is a number within ±limit.
Outcome checkVectors(std::string_view name, std::span<const Vec3f> vectors, float limit) {
    const auto isLegal = [limit](const Vec3f& a) {
        // A NaN compares false.
        return std::abs(a.x) <= limit && std::abs(a.y) <= limit && std::abs(a.z) <= limit;
    };
    const auto wrong = std::ranges::find_if_not(vectors, isLegal);
    if (wrong == vectors.end()) {
        return Done{};
    }
    return Problem{fmt::format("{} {} is {}, {}, {}, but must be numbers from {:.0f} to {:.0f}", name,
                               wrong - vectors.begin(), wrong->x, wrong->y, wrong->z, -limit, limit)};
}

/// Whether every component is a number within ±limit.
bool isWithin(const Column3& column, float limit) {
    return std::ranges::all_of(std::array{&column.x, &column.y, &column.z}, [limit](const auto* component) {
        // A NaN compares false.
        return std::ranges::all_of(component->span(), [limit](float a) { return std::abs(a) <= limit; });
    });
}

/// Whether every column has a value for each boid.
bool isWhole(const Flock& flock) {
    const auto isLong = [&flock](const Column3& column) {
        return column.x.size() == flock.count() && column.y.size() == flock.count() &&
               column.z.size() == flock.count();
    };
    const auto holds = [&](const FlockState& state) {
        return isLong(state.position) && isLong(state.velocity) && state.id.size() == flock.count();
    };
    return holds(flock.now()) && holds(flock.before()) && isLong(flock.steering()) &&
           std::ranges::all_of(flock.memories(), isLong, &RuleMemory::values);
}

/// Whether the ids are 0 .. count−1, each once.
bool isPermutation(std::span<const std::uint32_t> ids) {
    std::vector<bool> isTaken(ids.size(), false);
    for (const std::uint32_t id : ids) {
        if (id >= ids.size() || isTaken[id]) {
            return false;
        }
        isTaken[id] = true;
    }
    return true;
}

/// Whether each memory belongs to a registered rule, and no two to the same.
bool areKnown(std::span<const RuleMemory> memories) {
    return std::ranges::all_of(memories, [&](const RuleMemory& memory) {
        return std::ranges::count(memories, memory.rule, &RuleMemory::rule) == 1 &&
               std::ranges::any_of(registeredRules(),
                                   [&](const RegisteredRule& each) { return each.info->key == memory.rule; });
    });
}

}  // namespace

Outcome checkPlaces(const Scene& scene, std::size_t speciesIndex, std::span<const Vec3f> positions,
                    std::span<const Vec3f> velocities) {
    if (speciesIndex >= scene.species.size()) {
        return Problem{noSuchSpecies(scene, speciesIndex)};
    }
    if (positions.size() != velocities.size()) {
        return Problem{
            fmt::format("there are {} positions, but {} velocities", positions.size(), velocities.size())};
    }
    for (const Outcome& outcome :
         {checkCount(scene, speciesIndex, positions.size()), checkVectors("position", positions, kWorldLimit),
          checkVectors("velocity", velocities, kSpeedLimit)}) {
        if (!outcome) {
            return outcome;
        }
    }
    return Done{};
}

Outcome checkFlock(const Flock& flock) {
    if (!isWhole(flock)) {
        return Problem{"has columns of different lengths"};
    }
    if (!isPermutation(flock.now().id.span())) {
        return Problem{"has missing or repeated ids"};
    }
    if (!std::ranges::equal(flock.now().id.span(), flock.before().id.span())) {
        return Problem{"has its last two states in different orders"};
    }
    if (!areKnown(flock.memories())) {
        return Problem{"has the memory of an unknown rule, or of one rule twice"};
    }
    struct Bound {
        std::string_view name;
        const Column3* column;
        float limit;
    };
    // In a wrapped world `before` lies on the same side of the edge as `now`, so it may be outside.
    const std::array bounds{Bound{"position", &flock.now().position, kWorldLimit},
                            Bound{"velocity", &flock.now().velocity, kSpeedLimit},
                            Bound{"earlier position", &flock.before().position, 2 * kWorldLimit},
                            Bound{"earlier velocity", &flock.before().velocity, kSpeedLimit},
                            Bound{"steering", &flock.steering(), std::numeric_limits<float>::max()}};
    for (const Bound& bound : bounds) {
        if (!isWithin(*bound.column, bound.limit)) {
            return Problem{fmt::format("has a {} that is not a number from -{:g} to {:g}", bound.name,
                                       bound.limit, bound.limit)};
        }
    }
    for (const RuleMemory& memory : flock.memories()) {
        if (!isWithin(memory.values, detail::kMemoryLimit)) {
            return Problem{fmt::format("has a memory of {} that is not a number from -{:g} to {:g}",
                                       memory.rule, detail::kMemoryLimit, detail::kMemoryLimit)};
        }
    }
    return Done{};
}

Outcome checkState(const SimulationState& state) {
    if (state.stepCount > kMaxSteps) {
        return Problem{fmt::format("the checkpoint is of step {}, but a run has at most {} steps",
                                   state.stepCount, kMaxSteps)};
    }
    if (Outcome legal = state.scene.check(); !legal) {
        return legal;
    }
    const std::size_t count = state.scene.species.size();
    if (state.flocks.size() != count) {
        return Problem{
            fmt::format("the checkpoint has {} species and {} flocks, but must have the same number of each",
                        count, state.flocks.size())};
    }
    for (std::size_t s = 0; s < count; ++s) {
        const Species& species = state.scene.species[s];
        const Flock& flock = state.flocks[s];
        if (flock.count() != static_cast<std::size_t>(species.count)) {
            return Problem{fmt::format("the checkpoint's flock {} has {} boids, but its species has {}", s,
                                       flock.count(), species.count)};
        }
        if (const Outcome legal = checkFlock(flock); !legal) {
            return Problem{fmt::format("the checkpoint's flock {} {}", s, legal.problem().text)};
        }
    }
    return Done{};
}

}  // namespace shoal
