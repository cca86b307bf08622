#include "sim/step/simulation_checks.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include <shoal/detail/block_passes.hpp>
#include <shoal/detail/require.hpp>

#include "sim/scene/stored_check.hpp"
#include "sim/step/integrator.hpp"

namespace shoal {
namespace {

std::string noSuchSpecies(const Scene& scene, std::size_t speciesIndex) {
    return fmt::format("there is no species {}: the scene has {}", speciesIndex, scene.species.size());
}

/// Checks that the scene would still pass its check if the species had this count.
Outcome checkCount(const Scene& scene, std::size_t speciesIndex, std::size_t count) {
    const Species& species = scene.species[speciesIndex];
    const auto wanted = static_cast<double>(count);
    const Tunables tunables{nullptr, Species::parameters};
    if (Outcome legal = checkStored(tunables.parameters[*tunables.find("count")], wanted); !legal) {
        return Problem{fmt::format("species.{}.{}", species.name, legal.problem().text)};
    }
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

}  // namespace

void requireSpecies(const Scene& scene, std::size_t speciesIndex) {
    if (speciesIndex >= scene.species.size()) {
        detail::abortWith(noSuchSpecies(scene, speciesIndex));
    }
}

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

Outcome checkCheckpoint(const Checkpoint& checkpoint) {
    if (Outcome legal = checkpoint.scene.check(); !legal) {
        return legal;
    }
    const std::size_t count = checkpoint.scene.species.size();
    if (checkpoint.flocks.size() != count || checkpoint.grids.size() != count) {
        return Problem{
            fmt::format("the checkpoint has {} species, {} flocks and {} grids, but must have the "
                        "same number of each",
                        count, checkpoint.flocks.size(), checkpoint.grids.size())};
    }
    for (std::size_t s = 0; s < count; ++s) {
        const Species& species = checkpoint.scene.species[s];
        const std::size_t boids = checkpoint.flocks[s].count();
        const NeighbourGrid& grid = checkpoint.grids[s];
        const bool isSorted = std::isfinite(grid.drift());
        if (boids != static_cast<std::size_t>(species.count) ||
            (isSorted && grid.start(grid.cellCount()) != boids)) {
            return Problem{
                fmt::format("the checkpoint's flock {} has {} boids, but its species or grid has "
                            "a different number",
                            s, boids)};
        }
        if (const Outcome legal = checkFlock(checkpoint.flocks[s]); !legal) {
            return Problem{fmt::format("the checkpoint's flock {} {}", s, legal.problem().text)};
        }
    }
    return Done{};
}

}  // namespace shoal
