#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <optional>

#include <shoal/measures.hpp>
#include <shoal/simulation.hpp>

#include "ui/measures/measure_history.hpp"

namespace shoal {

/// How long a copy of a flock runs, and when it is measured.
struct TrialPlan {
    std::uint64_t steps = 1;
    std::uint64_t averaged = 1;  ///< steps at the end of the run that the means cover
    std::uint64_t interval = 1;  ///< steps between two samples for the means; the last step is one
};

/// Measures of the largest species in a trial run.
struct TrialOutcome {
    Measures measures;   ///< after the last step
    MeasureSample mean;  ///< over the samples
    std::size_t boids = 0;
};

/// Runs a copy of a flock and measures it; empty once `isCancelled`, or without species. Runs on the caller's
/// thread and the simulation's own threads; the result does not depend on their number.
std::optional<TrialOutcome> runTrial(Simulation& simulation, const TrialPlan& plan,
                                     const std::atomic<bool>& isCancelled);

}  // namespace shoal
