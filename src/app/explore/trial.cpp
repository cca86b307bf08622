#include "app/explore/trial.hpp"

#include <algorithm>

namespace shoal {

namespace {

/// Returns the measures of the largest species now; empty if there is none.
std::optional<TrialOutcome> measuredNow(const Simulation& simulation) {
    const auto flocks = simulation.flocks();
    const auto largest = std::ranges::max_element(flocks, {}, &Flock::count);
    if (largest == flocks.end()) {
        return std::nullopt;
    }
    const auto species = static_cast<std::size_t>(largest - flocks.begin());
    TrialOutcome outcome;
    outcome.measures = measure(largest->now(), largest->count(), measureSpace(simulation.scene(), species));
    outcome.boids = largest->count();
    return outcome;
}

/// Values of the measures, indexed by Plotted.
std::array<double, kSampledCount> plottedValues(const Measures& measures) {
    return {measures.polarisation,     measures.milling,    static_cast<double>(measures.flocks()),
            measures.nearestNeighbour, measures.speed.mean, measures.rotation};
}

}  // namespace

std::optional<TrialOutcome> runTrial(Simulation& simulation, const TrialPlan& plan,
                                     const std::atomic<bool>& isCancelled) {
    std::array<double, kSampledCount> sums{};
    std::optional<TrialOutcome> last;
    int samples = 0;
    const std::uint64_t interval = std::max<std::uint64_t>(1, plan.interval);
    for (std::uint64_t step = 0; step < plan.steps; ++step) {
        if (isCancelled) {
            return std::nullopt;
        }
        simulation.step();
        const std::uint64_t left = plan.steps - 1 - step;
        if (left < plan.averaged && left % interval == 0) {
            last = measuredNow(simulation);
            if (!last) {
                return std::nullopt;
            }
            const std::array<double, kSampledCount> values = plottedValues(last->measures);
            for (std::size_t index = 0; index < kSampledCount; ++index) {
                sums[index] += values[index];
            }
            ++samples;
        }
    }
    if (last) {
        for (std::size_t index = 0; index < kSampledCount; ++index) {
            last->mean.values[index] = static_cast<float>(sums[index] / samples);
        }
    }
    return last;
}

}  // namespace shoal
