#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <shoal/result.hpp>
#include <shoal/scene.hpp>
#include <shoal/simulation.hpp>

#include "lab/life/targets.hpp"
#include "lab/statistics.hpp"

namespace shoal {

/// How a flock is run to compare it with targets.
struct CheckPlan {
    std::size_t species = 0;      ///< index in the scene
    std::uint64_t steps = 5400;   ///< of each run
    std::uint64_t every = 90;     ///< steps between two samples, at least 1
    std::uint64_t burnIn = 1200;  ///< steps before the first sample
    std::uint64_t seeds = 1;      ///< runs, with the scene's seed and those after it
    bool hasNull = true;          ///< also measures the null flock of each sample
    int threads = 0;              ///< 0 means one for each core; does not change results
};

/// Asked after each step, from several threads; true ends the runs.
using IsStopped = std::function<bool()>;

/// Told after each step, by one thread at a time, how many steps all runs have done, and the fraction of the
/// time that has passed: samples take long, and the first ones come late.
using OnWork = std::function<void(std::uint64_t steps, double part)>;

/// What the runs gave for one target.
struct CheckedTarget {
    Estimate value;  ///< over seeds, or over time if there is only one; NaN unless most samples are defined
    Estimate null;   ///< of a flock with nothing but the same proportions (nullFlock)
    Verdict verdict = Verdict::outside;
    std::optional<Verdict> nullVerdict{};  ///< empty without a null, or where it is not defined
    /// Independent samples that tell as much as those of all runs; infinite if the value never changes.
    double effectiveSamples = std::numeric_limits<double>::infinity();

    /// Whether it says nothing: the null fits as well.
    bool isShared() const { return verdict != Verdict::outside && nullVerdict && *nullVerdict <= verdict; }

    /// Whether the runs are too short to tell how far the value may be from the true one (Estimate).
    bool isTooShort() const { return effectiveSamples < Estimate::kMinEffective; }
};

/// What the samples of one run say of an interval, each a value or NaN; the estimate is over time. `bound` as
/// in verdictOf.
CheckedTarget checkedSeries(const Interval& interval, const std::vector<double>& samples, double bound = 0.0);

struct CheckResult {
    std::vector<CheckedTarget> targets;
    std::vector<RuleFault> faults;  ///< of all runs: rules whose results were not finite
};

/// Runs the scene and compares it with the targets. Empty if it was stopped. Fails if the scene cannot run,
/// or if the species has no boids.
Result<std::optional<CheckResult>> checkTargets(const Scene& scene, const TargetSet& targets,
                                                const CheckPlan& plan, const IsStopped& isStopped,
                                                const OnWork& onWork = {});

/// "0.96 ± 0.003"; a dash if it is not defined.
std::string valueText(const Estimate& estimate);

/// "0.68 to 1.51 m", "at least 0.95".
std::string intervalText(const Target& target);

}  // namespace shoal
