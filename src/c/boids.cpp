#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "c/call.hpp"
#include "c/handles.hpp"

namespace shoal::c {
namespace {

const Column3& columnOf(const Flock& flock, shoal_vector vector) {
    switch (vector) {
        case SHOAL_POSITION:
            return flock.now().position;
        case SHOAL_VELOCITY:
            return flock.now().velocity;
        case SHOAL_STEERING:
            return flock.steering();
        case SHOAL_POSITION_BEFORE:
            return flock.before().position;
        case SHOAL_VELOCITY_BEFORE:
            return flock.before().velocity;
    }
    throw badCall(fmt::format("there is no vector {}", static_cast<int>(vector)));
}

/// Returns the flocks of one species or of all.
std::span<const Flock> flocksOf(const Simulation& simulation, int species) {
    if (species == SHOAL_ALL_SPECIES) {
        return simulation.flocks();
    }
    // A negative number becomes an index that is too large.
    return simulation.flocks().subspan(speciesIndex(simulation, static_cast<std::size_t>(species)), 1);
}

std::size_t countOf(std::span<const Flock> flocks) {
    std::size_t count = 0;
    for (const Flock& flock : flocks) {
        count += flock.count();
    }
    return count;
}

/// Writes x, y and z of each boid in the order of ids.
void copyById(const Flock& flock, const Column3& column, float* values) {
    const std::uint32_t* const ids = flock.now().id.data();
    for (std::size_t slot = 0; slot < flock.count(); ++slot) {
        float* const to = values + std::size_t{3} * ids[slot];
        to[0] = column.x[slot];
        to[1] = column.y[slot];
        to[2] = column.z[slot];
    }
}

/// Throws a Failure if walls would move one of the boids at the next step.
void requireInside(const Scene& scene, const Species& species, std::span<const Vec3f> positions) {
    const bool isWrapped = species.wrapsWorld();
    if (!isWrapped && std::ranges::none_of(species.rules, [](const auto& rule) {
            return rule->isEnabled && rule->info().isWall;
        })) {
        return;
    }
    const World& world = scene.world;
    const Vec3f half = world.halfExtent();
    // A spherical world wraps at its bounding cube.
    const bool isSphere = world.shape == World::Shape::sphere && !isWrapped;
    const auto isOutside = [&](const Vec3f& at) {
        return isSphere ? lengthSq(at) > half.x * half.x
                        : std::abs(at.x) > half.x || std::abs(at.y) > half.y || std::abs(at.z) > half.z;
    };
    if (const auto first = std::ranges::find_if(positions, isOutside); first != positions.end()) {
        const std::string size = isSphere ? fmt::format("a sphere of {:g} m about 0", world.width)
                                          : fmt::format("{:g} x {:g} x {:g} m about 0", 2.0f * half.x,
                                                        2.0f * half.y, 2.0f * half.z);
        throw Failure{
            SHOAL_BAD_VALUE,
            fmt::format("position {} of {}, ({:g}, {:g}, {:g}) m, is outside the world, {}; place "
                        "boids inside it, or enlarge it first",
                        first - positions.begin(), positions.size(), first->x, first->y, first->z, size)};
    }
}

std::vector<Vec3f> vectorsOf(const float* values, std::size_t count) {
    std::vector<Vec3f> vectors(count);
    for (std::size_t index = 0; index < count; ++index, values += 3) {
        vectors[index] = {values[0], values[1], values[2]};
    }
    return vectors;
}

}  // namespace
}  // namespace shoal::c

using namespace shoal;
using namespace shoal::c;

shoal_status shoal_species_at(const shoal_simulation* simulation, size_t index, shoal_species* species,
                              shoal_error* error) {
    return guarded(error, [&] {
        requireGiven(species, "the place for the species");
        const Simulation& of = simulationOf(simulation);
        const Species& one = of.scene().species[speciesIndex(of, index)];
        *species = {.name = one.name.c_str(),
                    .count = of.flocks()[index].count(),
                    .body_length = static_cast<double>(one.bodyLength)};
    });
}

shoal_status shoal_read(const shoal_simulation* simulation, int species, shoal_vector vector, float* values,
                        size_t count, shoal_error* error) {
    return guarded(error, [&] {
        const std::span<const Flock> flocks = flocksOf(simulationOf(simulation), species);
        if (const std::size_t present = countOf(flocks); count != present) {
            throw badCall(fmt::format("space for {} boids, but there are {}", count, present));
        }
        if (count > 0) {
            requireGiven(values, "the place for the values");
        }
        for (const Flock& flock : flocks) {
            copyById(flock, columnOf(flock, vector), values);
            values += 3 * flock.count();
        }
    });
}

shoal_status shoal_view(const shoal_simulation* simulation, size_t species, shoal_vector vector,
                        shoal_columns* columns, shoal_error* error) {
    return guarded(error, [&] {
        requireGiven(columns, "the place for the columns");
        const Simulation& of = simulationOf(simulation);
        const Flock& flock = of.flocks()[speciesIndex(of, species)];
        const Column3& column = columnOf(flock, vector);
        *columns = {.count = flock.count(),
                    .x = column.x.data(),
                    .y = column.y.data(),
                    .z = column.z.data(),
                    .id = flock.now().id.data()};
    });
}

shoal_status shoal_place(shoal_simulation* simulation, size_t species, const float* positions,
                         const float* velocities, size_t count, shoal_error* error) {
    return guarded(error, [&] {
        Simulation& of = editable(simulation);
        const Species& placed = of.scene().species[speciesIndex(of, species)];
        if (count > static_cast<std::size_t>(kMaxBoids)) {
            throw Failure{SHOAL_BAD_VALUE,
                          fmt::format("{} boids, but a scene may have at most {}", count, kMaxBoids)};
        }
        if (count > 0) {
            requireGiven(positions, "the positions");
            requireGiven(velocities, "the velocities");
        }
        const std::vector<Vec3f> at = vectorsOf(positions, count);
        requireInside(of.scene(), placed, at);
        requireDone(of.place(species, at, vectorsOf(velocities, count)));
    });
}
