#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <shoal/simulation.hpp>

#include "lab/statistics.hpp"
#include "sim/measures/measured_run.hpp"

namespace shoal {

/// When and what a run measures.
struct SamplePlan {
    std::uint64_t steps = 0;  ///< of the whole run
    std::uint64_t every =
        kStepsPerSecond;       ///< steps between two samples; the first and last step are sampled, too
    std::uint64_t burnIn = 0;  ///< steps discarded before samples count for means
    std::vector<const MeasureKind*> kinds;  ///< none: all

    /// Whether the state after this many steps is sampled.
    bool isDue(std::uint64_t step) const { return step % every == 0 || step >= steps; }
};

/// The samples of one run: of all boids, and of each species if there are several.
class SampledRun {
public:
    struct Group {
        std::optional<std::size_t> species;        ///< empty: all boids
        std::string name;                          ///< of the species, or "all"
        std::vector<std::vector<double>> samples;  ///< one row for each sample, as wide as columns()
    };

    /// Samples the initial state if it is due.
    SampledRun(SamplePlan plan, const Simulation& simulation);

    /// Call after each step. True if it took a sample.
    bool afterStep(const Simulation& simulation);

    const std::vector<MeasureColumn>& columns() const { return m_measures.columns(); }
    const std::vector<Group>& groups() const { return m_groups; }
    const SamplePlan& plan() const { return m_plan; }

    /// Number of samples that count for means.
    std::size_t counted() const { return m_steps.size() - m_firstCounted; }

    /// Means over time of each column, from the samples after burn-in; of a displacement, which grows with
    /// time, the last sample.
    std::vector<Estimate> overTime(const Group& group) const;

    /// Time of the model at the first sample whose polarisation exceeds kHighOrder [s]; empty if none does,
    /// or if polarisation is not measured.
    std::optional<double> timeToPolarise(const Group& group, const TimeSettings& time) const;

    std::vector<MeasuredRun::Profile> profiles(const Simulation& simulation, const Group& group) const {
        return m_measures.profiles(simulation, group.species);
    }

private:
    void sample(const Simulation& simulation);

    SamplePlan m_plan;
    MeasuredRun m_measures;
    std::vector<Group> m_groups;
    std::vector<std::uint64_t> m_steps;  ///< of each sample
    std::size_t m_firstCounted = 0;      ///< index of the first sample that counts
};

}  // namespace shoal
