#include <algorithm>
#include <array>
#include <cstddef>

#include <fmt/format.h>

#include "c/call.hpp"
#include "c/handles.hpp"

namespace shoal::c {
namespace {

struct Kind {
    shoal_measure_info info;
    double (*of)(const Measures& measures);
};

constexpr std::array kKinds{
    Kind{{"polarisation", "", "Length of the mean unit heading."},
         [](const Measures& m) { return m.polarisation; }},
    Kind{{"milling", "", "Rotation about the centre: length of the mean of unit radius × unit heading."},
         [](const Measures& m) { return m.milling; }},
    Kind{{"nearest_neighbour_m", "m", "Mean distance to the nearest other boid."},
         [](const Measures& m) { return m.nearestNeighbour; }},
    Kind{{"clusters", "", "Connected groups of boids closer than the linking distance."},
         [](const Measures& m) { return static_cast<double>(m.clusters); }},
    Kind{{"speed_min_m_s", "m/s", "Minimum speed."}, [](const Measures& m) { return m.speed.min; }},
    Kind{{"speed_mean_m_s", "m/s", "Mean speed."}, [](const Measures& m) { return m.speed.mean; }},
    Kind{{"speed_max_m_s", "m/s", "Maximum speed."}, [](const Measures& m) { return m.speed.max; }},
};

Measures measured(const Simulation& simulation, int species) {
    const auto& all = simulation.scene().species;
    const auto flocks = simulation.flocks();
    if (species != SHOAL_ALL_SPECIES) {
        const std::size_t index = speciesIndex(simulation, static_cast<std::size_t>(species));
        return measure(flocks[index].now(), flocks[index].count(),
                       static_cast<double>(all[index].clusterDistance()));
    }
    FlockState joined;
    std::size_t total = 0;
    for (const Flock& flock : flocks) {
        total += flock.count();
    }
    joined.resize(total);
    std::size_t slot = 0;
    std::uint32_t firstId = 0;
    float distance = 0.0f;
    for (std::size_t index = 0; index < flocks.size(); ++index) {
        const Flock& flock = flocks[index];
        for (std::size_t each = 0; each < flock.count(); ++each, ++slot) {
            joined.position.put(slot, flock.now().position.at(each));
            joined.velocity.put(slot, flock.now().velocity.at(each));
            joined.id[slot] = firstId + flock.now().id[each];
        }
        firstId += static_cast<std::uint32_t>(flock.count());
        distance = std::max(distance, all[index].clusterDistance());
    }
    return measure(joined, total, static_cast<double>(distance));
}

}  // namespace
}  // namespace shoal::c

using namespace shoal;
using namespace shoal::c;

size_t shoal_measure_count(void) {
    return kKinds.size();
}

shoal_status shoal_measure_at(size_t index, shoal_measure_info* info, shoal_error* error) {
    return guarded(error, [&] {
        requireGiven(info, "the place for the measure");
        if (index >= kKinds.size()) {
            throw badCall(fmt::format("there is no measure {}: there are {}", index, kKinds.size()));
        }
        *info = kKinds[index].info;
    });
}

shoal_status shoal_measure(const shoal_simulation* simulation, int species, double* values,
                           shoal_error* error) {
    return guarded(error, [&] {
        requireGiven(values, "the place for the values");
        const Measures measures = measured(simulationOf(simulation), species);
        std::ranges::transform(kKinds, values, [&](const Kind& kind) { return kind.of(measures); });
    });
}
