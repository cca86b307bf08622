#include "lab/life/check.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <mutex>
#include <span>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include <shoal/simulation.hpp>

#include "lab/life/null_flock.hpp"
#include "lab/parallel_runs.hpp"
#include "sim/measures/measured_flock.hpp"
#include "sim/measures/measured_run.hpp"
#include "sim/support/stage_timer.hpp"

namespace shoal {
namespace {

constexpr double kConstant = 1e-6;  ///< relative error of a value that does not change

/// The samples of each target in one run, and of the null flock.
struct Series {
    std::vector<std::vector<double>> values;
    std::vector<std::vector<double>> nulls;
    std::vector<RuleFault> faults;
};

bool isSampled(const CheckPlan& plan, std::uint64_t step) {
    return step >= plan.burnIn && step <= plan.steps && (step % plan.every == 0 || step == plan.steps);
}

/// Steps to each side over which velocities are differences, as in the tracks that a target comes from; 0 if
/// they are the boids' own.
std::uint64_t differencedSteps(const Target& target, const Scene& scene) {
    constexpr double kMax = 1e15;
    return static_cast<std::uint64_t>(
        std::llround(std::min(kMax, target.differenceSeconds / static_cast<double>(scene.time.step))));
}

class Sampler {
public:
    Sampler(const TargetSet& targets, const CheckPlan& plan, const Scene& scene)
        : m_targets(targets), m_plan(plan) {
        TargetSet own;
        std::map<std::uint64_t, TargetSet> differenced;
        for (const Target& target : targets.targets) {
            const std::uint64_t steps = differencedSteps(target, scene);
            (steps > 0 ? differenced[steps] : own).targets.push_back(target);
            m_steps.push_back(steps);
        }
        for (const auto& [steps, set] : differenced) {
            m_differenced[steps].kinds = set.kinds();
            m_lookAhead = steps;
        }
        m_kinds = own.kinds();
        m_run = MeasuredRun(m_kinds);
        m_series.values.resize(targets.targets.size());
        m_series.nulls.resize(targets.targets.size());
    }

    /// Steps that must follow the last sample.
    std::uint64_t lookAhead() const { return m_lookAhead; }

    /// Call it before the first step and after each.
    void look(const Simulation& simulation) {
        for (auto& [steps, group] : m_differenced) {
            lookForDifferences(simulation, steps, group);
        }
        if (m_kinds.empty()) {
            return;
        }
        if (isSampled(m_plan, simulation.stepCount())) {
            sample(simulation);
        } else {
            follow(simulation);
        }
        if (isSampled(m_plan, simulation.stepCount() + MeasuredRun::stepsEarlier(simulation))) {
            m_run.noteEarlier(simulation);
        }
    }

    Series series(std::vector<RuleFault> faults) && {
        m_series.faults = std::move(faults);
        return std::move(m_series);
    }

private:
    /// Targets from tracks with positions this many steps apart.
    struct Differenced {
        std::vector<const MeasureKind*> kinds;
        std::map<std::uint64_t, std::vector<Vec3d>> positions;  ///< by id, at the steps that are yet needed
    };

    void lookForDifferences(const Simulation& simulation, std::uint64_t steps, Differenced& group) {
        const std::uint64_t now = simulation.stepCount();
        const bool endsSample = now >= steps && isSampled(m_plan, now - steps);
        if (now > 0 && !endsSample && !isSampled(m_plan, now) && !isSampled(m_plan, now + steps)) {
            return;
        }
        const Flock& flock = simulation.flocks()[m_plan.species];
        const MeasureSpace space = measureSpace(simulation.scene(), m_plan.species);
        const MeasuredFlock present(flock.now(), flock.count(), space);
        group.positions[now].assign(present.position().begin(), present.position().end());
        if (!endsSample) {
            return;
        }
        const std::uint64_t middle = now - steps;
        const std::uint64_t first = middle - std::min(middle, steps);
        const double seconds =
            static_cast<double>(now - first) * static_cast<double>(simulation.scene().time.step);
        FlockState state;
        state.resize(flock.count());
        for (std::size_t id = 0; id < flock.count(); ++id) {
            const Vec3d& at = group.positions[middle][id];
            const Vec3d way =
                present.offset(group.positions[first][id], at) + present.offset(at, group.positions[now][id]);
            state.position.put(id, asFloat(at));
            state.velocity.put(id, asFloat(way / seconds));
            state.id[id] = static_cast<std::uint32_t>(id);
        }
        MeasuredFlock measured(state, flock.count(), space);
        add(m_series.values, measuredValues(measured, group.kinds), simulation.scene(), steps);
        addNull(measured, group.kinds, simulation.scene(), middle, steps);
        if (middle >= steps) {  // earlier samples all begin with the first positions
            group.positions.erase(group.positions.begin(), group.positions.upper_bound(first));
        }
    }

    void sample(const Simulation& simulation) {
        if (m_samples++ == 0) {
            m_run.begin(simulation);
        } else {
            m_run.follow(simulation);
        }
        const Scene& scene = simulation.scene();
        add(m_series.values, inAllColumns(m_run.values(simulation, m_plan.species)), scene, 0);
        const Flock& flock = simulation.flocks()[m_plan.species];
        MeasuredFlock measured(flock.now(), flock.count(), measureSpace(scene, m_plan.species));
        addNull(measured, m_kinds, scene, simulation.stepCount(), 0);
    }

    void addNull(MeasuredFlock& measured, const std::vector<const MeasureKind*>& kinds, const Scene& scene,
                 std::uint64_t step, std::uint64_t differenced) {
        if (m_plan.hasNull) {
            const FlockState state = nullFlock(measured, scene.seed + step);
            MeasuredFlock null(state, measured.count(), measured.space());
            add(m_series.nulls, measuredValues(null, kinds), scene, differenced);
        }
    }

    /// A boid of a wrapped world must be seen before it has crossed half of it.
    void follow(const Simulation& simulation) {
        if (m_samples > 0 && m_run.usesDisplacement() &&
            simulation.scene().species[m_plan.species].wrapsWorld()) {
            m_run.follow(simulation);
        }
    }

    std::vector<double> inAllColumns(const std::vector<double>& values) const {
        std::vector<double> all(measureColumns().size(), kUndefined);
        for (std::size_t column = 0; column < values.size(); ++column) {
            const auto found =
                std::ranges::find(measureColumns(), m_run.columns()[column].key, &MeasureColumn::key);
            all[static_cast<std::size_t>(found - measureColumns().begin())] = values[column];
        }
        return all;
    }

    /// To the targets that are measured in this way.
    void add(std::vector<std::vector<double>>& series, std::span<const double> values, const Scene& scene,
             std::uint64_t differenced) {
        const auto bodyLength = static_cast<double>(scene.species[m_plan.species].bodyLength);
        for (std::size_t target = 0; target < series.size(); ++target) {
            if (m_steps[target] == differenced) {
                series[target].push_back(m_targets.targets[target].valueIn(values, bodyLength));
            }
        }
    }

    const TargetSet& m_targets;
    const CheckPlan& m_plan;
    std::vector<const MeasureKind*> m_kinds;  ///< with the boids' own velocities
    MeasuredRun m_run;
    std::vector<std::uint64_t> m_steps;  ///< of each target: differencedSteps()
    std::map<std::uint64_t, Differenced> m_differenced;
    std::uint64_t m_lookAhead = 0;
    std::size_t m_samples = 0;
    Series m_series;
};

/// How much of the runs is done, by time: without samples, which begin late, a run goes faster.
class Work {
public:
    struct Run {
        double stepSeconds = 0.0;
        double sampleSeconds = 0.0;
        std::uint64_t steps = 0;
        std::uint64_t samples = 0;
        double part = 0.0;
    };

    Work(const CheckPlan& plan, const OnWork& onWork) : m_plan(plan), m_onWork(onWork), m_runs(plan.seeds) {}

    bool isWatched() const { return static_cast<bool>(m_onWork); }
    Run& of(std::size_t run) { return m_runs[run]; }

    void noteStep(std::size_t index) {
        if (!isWatched()) {
            return;
        }
        const std::lock_guard lock(m_mutex);
        Run& run = m_runs[index];
        m_steps += run.steps++ < m_plan.steps ? 1 : 0;
        const double part = partOf(run);
        m_parts += part - std::exchange(run.part, part);
        m_onWork(m_steps, std::min(1.0, m_parts / static_cast<double>(m_runs.size())));
    }

private:
    /// If the rest of the steps and samples take as long as those so far.
    double partOf(const Run& run) const {
        const std::uint64_t samples = m_plan.steps / m_plan.every +
                                      (m_plan.steps % m_plan.every > 0 ? 2 : 1) -
                                      (m_plan.burnIn + m_plan.every - 1) / m_plan.every;
        const auto all = [](double seconds, std::uint64_t done, std::uint64_t count) {
            return seconds * static_cast<double>(std::max(done, count)) /
                   static_cast<double>(std::max<std::uint64_t>(1, done));
        };
        // One sample more: the trial before the first step.
        return (run.stepSeconds + run.sampleSeconds) / (all(run.stepSeconds, run.steps, m_plan.steps) +
                                                        all(run.sampleSeconds, run.samples + 1, samples + 1));
    }

    const CheckPlan& m_plan;
    const OnWork& m_onWork;
    std::mutex m_mutex;
    std::vector<Run> m_runs;
    double m_parts = 0.0;  ///< of all runs
    std::uint64_t m_steps = 0;
};

/// Runs one seed. Empty if it was stopped.
Result<std::optional<Series>> seriesOf(Scene scene, const TargetSet& targets, const CheckPlan& plan,
                                       int threads, const IsStopped& isStopped, Work& work,
                                       std::size_t index) {
    auto simulation = Simulation::create(std::move(scene), {.threads = threads, .isa = {}});
    if (!simulation) {
        return simulation.problem();
    }
    Sampler sampler(targets, plan, simulation->scene());
    Work::Run& run = work.of(index);
    if (work.isWatched()) {  // how long samples will take
        CheckPlan now = plan;
        now.burnIn = 0;
        const StageTimer timer(run.sampleSeconds);
        Sampler(targets, now, simulation->scene()).look(*simulation);
    }
    for (;;) {
        run.samples += isSampled(plan, simulation->stepCount()) ? 1 : 0;
        {
            const StageTimer timer(run.sampleSeconds);
            sampler.look(*simulation);
        }
        if (simulation->stepCount() == plan.steps + sampler.lookAhead()) {
            return std::optional(std::move(sampler).series(simulation->faults()));
        }
        {
            const StageTimer timer(run.stepSeconds);
            simulation->step();
        }
        work.noteStep(index);
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

Estimate meanOverTime(const std::vector<double>& samples) {
    return ifMostlyDefined(estimateOfSeries(samples), samples.size());
}

/// Over the means of several runs, or over the samples of one.
Estimate estimateOf(const std::vector<std::optional<Series>>& runs,
                    std::vector<std::vector<double>> Series::*series, std::size_t target) {
    if (runs.size() == 1) {
        return meanOverTime(((*runs[0]).*series)[target]);
    }
    std::vector<double> means;
    for (const auto& run : runs) {
        means.push_back(meanOf(((*run).*series)[target]).mean);
    }
    return meanOf(means);
}

/// Of all runs, as in CheckedTarget.
double effectiveSamplesOf(const std::vector<std::optional<Series>>& runs, std::size_t target) {
    constexpr std::size_t kMinSamples = 10;  // fewer do not tell a correlation
    double sum = 0.0;
    bool changes = false;
    for (const auto& run : runs) {
        const Estimate estimate = estimateOfSeries(run->values[target]);
        sum += estimate.samples < kMinSamples ? 0.0 : estimate.effectiveSamples;
        changes = changes || !(estimate.standardError <= kConstant * std::abs(estimate.mean));
    }
    return changes ? sum : std::numeric_limits<double>::infinity();
}

}  // namespace

CheckedTarget checkedSeries(const Interval& interval, const std::vector<double>& samples, double bound) {
    CheckedTarget checked{.value = meanOverTime(samples), .null = {}};
    checked.verdict = verdictOf(checked.value.mean, interval, bound);
    return checked;
}

Result<std::optional<CheckResult>> checkTargets(const Scene& scene, const TargetSet& targets,
                                                const CheckPlan& plan, const IsStopped& isStopped,
                                                const OnWork& onWork) {
    if (scene.species[plan.species].count == 0) {
        return Problem{fmt::format("{} has no boids to measure", scene.species[plan.species].name)};
    }
    for (const Target& target : targets.targets) {
        if (differencedSteps(target, scene) > plan.steps) {
            return Problem{fmt::format("the tracks have a position every {:.3g} s; run the flock for longer",
                                       target.differenceSeconds)};
        }
    }
    std::vector<std::optional<Series>> runs(plan.seeds);
    Work work(plan, onWork);
    const std::uint64_t threads = plan.threads > 0 ? static_cast<std::uint64_t>(plan.threads)
                                                   : std::max(1U, std::thread::hardware_concurrency());
    const int threadsOfRun = static_cast<int>(std::max<std::uint64_t>(1, threads / plan.seeds));
    const auto done = runInParallel(plan.seeds, plan.threads, [&](std::size_t index) -> Result<bool> {
        Scene own = scene;
        own.seed += index;
        auto series = seriesOf(std::move(own), targets, plan, threadsOfRun, isStopped, work, index);
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
        const double bound = targets.targets[target].bound();
        CheckedTarget& each = result.targets[target];
        each.value = estimateOf(runs, &Series::values, target);
        each.verdict = verdictOf(each.value.mean, interval, bound);
        if (std::isfinite(each.value.mean)) {
            each.effectiveSamples = effectiveSamplesOf(runs, target);
        }
        if (plan.hasNull) {
            each.null = estimateOf(runs, &Series::nulls, target);
            if (std::isfinite(each.null.mean)) {
                each.nullVerdict = verdictOf(each.null.mean, interval, bound);
            }
        }
    }
    return std::optional(std::move(result));
}

std::string valueText(const Estimate& estimate) {
    return std::isfinite(estimate.standardError) && estimate.standardError > 0.0
               ? fmt::format("{:.3g} ± {:.1g}", estimate.mean, estimate.standardError)
           : std::isfinite(estimate.mean) ? fmt::format("{:.3g}", estimate.mean)
                                          : "-";
}

std::string intervalText(const Target& target) {
    const auto& [min, max] = target.interval;
    const std::string unit = target.unit().empty() ? "" : " " + target.unit();
    return min && max ? fmt::format("{:.4g} to {:.4g}{}", *min, *max, unit)
           : min      ? fmt::format("at least {:.4g}{}", *min, unit)
                      : fmt::format("at most {:.4g}{}", *max, unit);
}

}  // namespace shoal
