#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include <shoal/shoal.h>
#include <shoal/simulation.hpp>

#include "capture/take/take.hpp"

/// The opaque types of shoal.h.
struct shoal_simulation {
    shoal::Simulation simulation;
    std::optional<shoal::Take> take = {};  ///< that it replays
    std::uint64_t hashesCompared = 0;
};

struct shoal_checkpoint {
    shoal::Checkpoint state;
};

namespace shoal::c {

/// Return the simulation behind a handle, or throw a Failure.
const Simulation& simulationOf(const shoal_simulation* handle);
/// Of a handle whose flock the caller may change: not a take's.
Simulation& editable(shoal_simulation* handle);

/// Returns the index of a species, or throws a Failure.
std::size_t speciesIndex(const Simulation& simulation, std::size_t index);

/// Options that differ from the default in the number of threads alone.
SimulationOptions withThreads(int threads);
SimulationOptions simulationOptions(const shoal_options* options);

}  // namespace shoal::c
