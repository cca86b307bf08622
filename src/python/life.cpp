// shoal.check and shoal.tune: a flock compared with targets, and the search for settings that meet them.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <shoal/preset.hpp>

#include "lab/life/check.hpp"
#include "lab/life/search.hpp"
#include "python/errors.hpp"
#include "python/simulation.hpp"
#include "sim/measures/measured_run.hpp"
#include "sim/text/number.hpp"

namespace py = pybind11;

namespace shoal::python {

namespace {

/// Title, unit, limits, source; mean, standard error and verdict of the flock; mean and verdict of the null.
using Figure = std::tuple<std::string, std::string, std::optional<double>, std::optional<double>, std::string,
                          double, double, std::string, double, std::optional<std::string>>;

/// Steps, burn-in, steps between samples, seeds, and threads.
using Runs = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t, int>;

CheckPlan planOf(const Runs& runs, std::size_t species) {
    const auto& [steps, burnIn, every, seeds, threads] = runs;
    CheckPlan plan{.species = species, .steps = steps, .every = every, .burnIn = burnIn, .seeds = seeds};
    plan.threads = threads;
    return plan;
}

/// Ends runs on several threads when a handler of a signal raises. Only the thread that Python runs on asks.
class SignalStop {
public:
    bool isStopped() {
        if (std::this_thread::get_id() == m_thread && !m_raised) {
            try {
                m_signals.look();
            } catch (...) {
                m_raised = std::current_exception();
                m_isStopped = true;
            }
        }
        return m_isStopped || ending::isDue();
    }

    /// Throws what the handler raised.
    void rethrow() const {
        if (m_raised) {
            std::rethrow_exception(m_raised);
        }
    }

private:
    std::thread::id m_thread = std::this_thread::get_id();
    SignalWatch m_signals;
    std::exception_ptr m_raised;
    std::atomic<bool> m_isStopped{false};
};

std::vector<Figure> figuresOf(const TargetSet& targets, const std::vector<CheckedTarget>& checked) {
    std::vector<Figure> figures;
    for (std::size_t index = 0; index < checked.size(); ++index) {
        const Target& target = targets.targets[index];
        const CheckedTarget& each = checked[index];
        figures.emplace_back(
            target.title, target.unit(), target.interval.min, target.interval.max, target.source,
            each.value.mean, each.value.standardError, std::string(verdictName(each.verdict)), each.null.mean,
            each.nullVerdict ? std::optional(std::string(verdictName(*each.nullVerdict))) : std::nullopt);
    }
    return figures;
}

/// Runs the check; Python is free to run meanwhile.
CheckResult checkedTargets(const Scene& scene, const TargetSet& targets, const CheckPlan& plan) {
    SignalStop control;
    const auto result = valueOf(checkTargets(scene, targets, plan, [&] { return control.isStopped(); }));
    control.rethrow();
    if (!result) {
        throw Failed{Fault::wrongValue, "stopped"};
    }
    return *result;
}

/// Of targets and files, in the bytes that the system knows them by.
std::vector<std::string> namesOf(const std::vector<std::filesystem::path>& wishes) {
    return {wishes.begin(), wishes.end()};
}

Scene sceneOf(SharedSimulation& shared) {
    return shared.read([](const Simulation& each) { return each.scene(); });
}

/// Of tracks; none if `keys` is empty.
std::vector<const MeasureKind*> kindsNamed(const std::string& keys) {
    return keys.empty() ? std::vector<const MeasureKind*>() : valueOf(measureKindsNamed(keys));
}

/// What rules did wrong, each said once.
std::vector<std::string> textsOf(const std::vector<RuleFault>& faults) {
    std::set<std::string> texts;
    for (const RuleFault& fault : faults) {
        texts.insert(fault.text());
    }
    return {texts.begin(), texts.end()};
}

using Checked = std::tuple<std::vector<Figure>, std::vector<std::string>, std::vector<std::string>>;

/// The figures, the faults of rules, and how tracks were read.
Checked check(SharedSimulation& shared, const std::vector<std::filesystem::path>& against,
              std::size_t species, const std::string& measures, const Runs& runs) {
    const Scene scene = sceneOf(shared);
    const Released released;
    const TargetSet targets =
        valueOf(openWishes(namesOf(against), tracksPlan(scene, species, kindsNamed(measures))));
    const CheckResult result = checkedTargets(scene, targets, planOf(runs, species));
    return {figuresOf(targets, result.targets), textsOf(result.faults), targets.understood};
}

using Tuned = std::tuple<std::vector<std::pair<std::string, double>>, double, double, std::string,
                         std::vector<Figure>, std::vector<std::string>, std::vector<std::string>>;

/// Settings, misfit before and after, the tuned preset's text, the figures that it reaches, the faults of
/// rules, and how tracks were read.
Tuned tune(SharedSimulation& shared, const std::vector<std::filesystem::path>& toward,
           const std::vector<std::string>& vary, bool variesWeights, std::size_t species,
           const std::string& measures, std::uint64_t trials, std::uint64_t seed, const Runs& runs) {
    const Scene scene = sceneOf(shared);
    const Released released;
    const TargetSet targets =
        valueOf(openWishes(namesOf(toward), tracksPlan(scene, species, kindsNamed(measures))));
    SearchPlan plan{.runs = planOf(runs, species), .keys = {}};
    plan.keys = valueOf(searchedKeys(scene, species, vary, variesWeights));
    plan.trials = trials;
    plan.seed = seed;
    SignalStop control;
    const SearchWatch watch{.known = [](const auto&) { return std::nullopt; },
                            .onTrial = [](const Trial&) -> Outcome { return Done{}; },
                            .isStopped = [&] { return control.isStopped(); }};
    const auto result = valueOf(searchSettings(scene, targets, plan, watch));
    control.rethrow();
    if (!result) {
        throw Failed{Fault::wrongValue, "stopped"};
    }
    std::vector<std::pair<std::string, double>> settings;
    for (std::size_t key = 0; key < plan.keys.size(); ++key) {
        settings.emplace_back(plan.keys[key].key, finiteNumberFrom(result->best.point[key]).value_or(0.0));
    }
    const Scene tuned = valueOf(sceneWith(scene, plan.keys, result->best.point));
    Scene judged = tuned;
    judged.seed = judgingSeed(scene, plan);
    return {std::move(settings),
            result->start.misfit,
            result->best.misfit,
            presetText(tuned),
            figuresOf(targets, checkedTargets(judged, targets, plan.runs).targets),
            textsOf(result->faults),
            targets.understood};
}

}  // namespace

void addLife(py::module_& module) {
    module.def("check", &check);
    module.def("tune", &tune);
    module.def("target_names", &targetNames);
}

}  // namespace shoal::python
