#include "app/explore/trial.hpp"

#include <algorithm>

#include "app/study/measure_job.hpp"

namespace shoal {

namespace {

/// Returns the measures of the largest species now; empty if there is none.
std::optional<MeasureSample> measuredNow(const Simulation& simulation) {
    const auto flocks = simulation.flocks();
    const auto largest = std::ranges::max_element(flocks, {}, &Flock::count);
    if (largest == flocks.end()) {
        return std::nullopt;
    }
    const auto species = static_cast<std::size_t>(largest - flocks.begin());
    MeasuredFlock flock(largest->now(), largest->count(), measureSpace(simulation.scene(), species));
    return sampleOf(flock, usualKinds(), 0.0);
}

}  // namespace

std::optional<MeasureSample> runTrial(Simulation& simulation, const TrialPlan& plan,
                                      const std::atomic<bool>& isCancelled) {
    MeasureHistory samples;
    const std::uint64_t interval = std::max<std::uint64_t>(1, plan.interval);
    for (std::uint64_t step = 0; step < plan.steps; ++step) {
        if (isCancelled) {
            return std::nullopt;
        }
        simulation.step();
        const std::uint64_t left = plan.steps - 1 - step;
        if (left < plan.averaged && left % interval == 0) {
            const auto sample = measuredNow(simulation);
            if (!sample) {
                return std::nullopt;
            }
            samples.add(*sample);
        }
    }
    return samples.meanSince(0.0);
}

}  // namespace shoal
