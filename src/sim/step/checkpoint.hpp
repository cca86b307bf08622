#pragma once

#include <cstdint>
#include <vector>

#include <shoal/simulation.hpp>
#include <shoal/state_view.hpp>

#include "sim/support/number_bytes.hpp"

namespace shoal {

/// What a Checkpoint holds.
struct SimulationState {
    Scene scene;
    std::vector<Flock> flocks;  ///< one for each species
    std::uint64_t stepCount = 0;

    StateView view() const { return {scene, flocks, stepCount}; }
};

/// Copies a state, with the number of boids that it has.
Checkpoint checkpointOf(const StateView& state);

/// Copies a state, to ask what only a simulation answers. It has one thread.
Simulation simulationOf(const StateView& state);

/// Writes a flock for `readFlock`.
void writeFlock(NumberWriter& writer, const Flock& flock);

/// Reads a flock of this species and checks it. The problem follows the name of the flock: "is cut short".
Result<Flock> readFlock(NumberReader& reader, const Species& species);

}  // namespace shoal
