#include "lab/life/check.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include <shoal/simulation.hpp>

#include "lab/life/null_flock.hpp"
#include "lab/parallel_runs.hpp"
#include "sim/measures/measured_flock.hpp"
#include "sim/measures/measured_run.hpp"

namespace shoal {
namespace {

/// The samples of each target in one run, and of the null flock.
struct Series {
    std::vector<std::vector<double>> values;
    std::vector<std::vector<double>> nulls;
    std::vector<RuleFault> faults;
};

class Sampler {
public:
    Sampler(const TargetSet& targets, const CheckPlan& plan)
        : m_targets(targets), m_plan(plan), m_kinds(targets.kinds()), m_run(m_kinds) {
        m_series.values.resize(targets.targets.size());
        m_series.nulls.resize(targets.targets.size());
    }

    void sample(const Simulation& simulation) {
        if (m_samples++ == 0) {
            m_run.begin(simulation);
        } else {
            m_run.follow(simulation);
        }
        const Scene& scene = simulation.scene();
        const auto bodyLength = static_cast<double>(scene.species[m_plan.species].bodyLength);
        const std::vector<double> values = inAllColumns(m_run.values(simulation, m_plan.species));
        add(m_series.values, values, bodyLength);
        if (!m_plan.hasNull) {
            return;
        }
        const Flock& flock = simulation.flocks()[m_plan.species];
        const MeasureSpace space = measureSpace(scene, m_plan.species);
        MeasuredFlock measured(flock.now(), flock.count(), space);
        const FlockState state = nullFlock(measured, scene.seed + simulation.stepCount());
        MeasuredFlock null(state, flock.count(), space);
        add(m_series.nulls, measuredValues(null, m_kinds), bodyLength);
    }

    void noteEarlier(const Simulation& simulation) { m_run.noteEarlier(simulation); }

    /// A boid of a wrapped world must be seen before it has crossed half of it.
    void follow(const Simulation& simulation) {
        if (m_samples > 0 && m_run.usesDisplacement() &&
            simulation.scene().species[m_plan.species].wrapsWorld()) {
            m_run.follow(simulation);
        }
    }

    Series series(std::vector<RuleFault> faults) && {
        m_series.faults = std::move(faults);
        return std::move(m_series);
    }

private:
    std::vector<double> inAllColumns(const std::vector<double>& values) const {
        std::vector<double> all(measureColumns().size(), kUndefined);
        for (std::size_t column = 0; column < values.size(); ++column) {
            const auto found =
                std::ranges::find(measureColumns(), m_run.columns()[column].key, &MeasureColumn::key);
            all[static_cast<std::size_t>(found - measureColumns().begin())] = values[column];
        }
        return all;
    }

    void add(std::vector<std::vector<double>>& series, std::span<const double> values, double bodyLength) {
        for (std::size_t target = 0; target < series.size(); ++target) {
            series[target].push_back(m_targets.targets[target].valueIn(values, bodyLength));
        }
    }

    const TargetSet& m_targets;
    const CheckPlan& m_plan;
    std::vector<const MeasureKind*> m_kinds;
    MeasuredRun m_run;
    std::size_t m_samples = 0;
    Series m_series;
};

/// Runs one seed. Empty if it was stopped.
Result<std::optional<Series>> seriesOf(Scene scene, const TargetSet& targets, const CheckPlan& plan,
                                       int threads, const IsStopped& isStopped) {
    auto simulation = Simulation::create(std::move(scene), {.threads = threads, .isa = {}});
    if (!simulation) {
        return simulation.problem();
    }
    Sampler sampler(targets, plan);
    const auto isSampled = [&plan](std::uint64_t step) {
        return step >= plan.burnIn && (step % plan.every == 0 || step == plan.steps);
    };
    for (std::uint64_t step = 0;; ++step) {
        if (isSampled(step)) {
            sampler.sample(*simulation);
        } else {
            sampler.follow(*simulation);
        }
        if (isSampled(step + MeasuredRun::stepsEarlier(*simulation))) {
            sampler.noteEarlier(*simulation);
        }
        if (step == plan.steps) {
            return std::optional(std::move(sampler).series(simulation->faults()));
        }
        simulation->step();
        if (isStopped()) {
            return std::optional<Series>();
        }
    }
}

/// The estimate, if more than half of the values are defined: a figure of the few moments at which a flock
/// had one says little of the flock.
Estimate ifMostlyDefined(const Estimate& estimate, std::size_t values) {
    return 2 * estimate.samples > values ? estimate : Estimate{};
}

Estimate meanOf(const std::vector<double>& series) {
    return ifMostlyDefined(estimateOfIndependent(series), series.size());
}

/// Over the means of several runs, or over the samples of one.
Estimate estimateOf(const std::vector<std::optional<Series>>& runs,
                    std::vector<std::vector<double>> Series::*series, std::size_t target) {
    if (runs.size() == 1) {
        const std::vector<double>& samples = ((*runs[0]).*series)[target];
        return ifMostlyDefined(estimateOfSeries(samples), samples.size());
    }
    std::vector<double> means;
    for (const auto& run : runs) {
        means.push_back(meanOf(((*run).*series)[target]).mean);
    }
    return meanOf(means);
}

}  // namespace

Result<std::optional<CheckResult>> checkTargets(const Scene& scene, const TargetSet& targets,
                                                const CheckPlan& plan, const IsStopped& isStopped) {
    if (scene.species[plan.species].count == 0) {
        return Problem{fmt::format("{} has no boids to measure", scene.species[plan.species].name)};
    }
    std::vector<std::optional<Series>> runs(plan.seeds);
    const std::uint64_t threads = plan.threads > 0 ? static_cast<std::uint64_t>(plan.threads)
                                                   : std::max(1U, std::thread::hardware_concurrency());
    const int threadsOfRun = static_cast<int>(std::max<std::uint64_t>(1, threads / plan.seeds));
    const auto done = runInParallel(plan.seeds, plan.threads, [&](std::size_t index) -> Result<bool> {
        Scene own = scene;
        own.seed += index;
        auto series = seriesOf(std::move(own), targets, plan, threadsOfRun, isStopped);
        if (!series) {
            return series.problem();
        }
        runs[index] = std::move(*series);
        return runs[index].has_value();
    });
    if (!done) {
        return done.problem();
    }
    if (!*done) {
        return std::optional<CheckResult>();
    }
    CheckResult result{.targets = std::vector<CheckedTarget>(targets.targets.size()), .faults = {}};
    for (const auto& run : runs) {
        result.faults.insert(result.faults.end(), run->faults.begin(), run->faults.end());
    }
    for (std::size_t target = 0; target < result.targets.size(); ++target) {
        const Interval& interval = targets.targets[target].interval;
        CheckedTarget& each = result.targets[target];
        each.value = estimateOf(runs, &Series::values, target);
        each.verdict = verdictOf(each.value.mean, interval);
        if (plan.hasNull) {
            each.null = estimateOf(runs, &Series::nulls, target);
            if (std::isfinite(each.null.mean)) {
                each.nullVerdict = verdictOf(each.null.mean, interval);
            }
        }
    }
    return std::optional(std::move(result));
}

}  // namespace shoal
