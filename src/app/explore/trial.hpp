#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

#include <shoal/simulation.hpp>

#include "ui/measures/measure_history.hpp"

namespace shoal {

/// How long a copy of a flock runs, and when it is measured.
struct TrialPlan {
    std::uint64_t steps = 1;
    std::uint64_t averaged = 1;  ///< steps at the end of the run that the means cover
    std::uint64_t interval = 1;  ///< steps between two samples for the means; the last step is one
};

/// Runs a copy of a flock and returns the means of the usual measures of its largest species; empty once
/// `isCancelled`, or without species. Runs on the caller's thread and the simulation's own threads; the
/// result does not depend on their number.
std::optional<MeasureSample> runTrial(Simulation& simulation, const TrialPlan& plan,
                                      const std::atomic<bool>& isCancelled);

}  // namespace shoal
