#include "lab/life/search.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <memory>
#include <utility>

#include <fmt/format.h>
#include <nlopt.h>

#include <shoal/preset.hpp>

#include "lab/sweep_axis.hpp"
#include "sim/rules/model_version.hpp"
#include "sim/scene/clamped_edit.hpp"
#include "sim/text/did_you_mean.hpp"
#include "sim/text/number.hpp"
#include "sim/text/text_hash.hpp"

namespace shoal {
namespace {

constexpr double kTimes = 4.0;    ///< a key's range without another: from its value over this to times this
constexpr double kBeside = 0.05;  ///< of a key's range
constexpr double kFar = 1e3;      ///< widths: a value that is not defined
constexpr double kMiddleWeight = 1e-3;

double widthOf(const Interval& interval) {
    if (interval.min && interval.max && *interval.max > *interval.min) {
        return *interval.max - *interval.min;
    }
    const double limit = std::abs(interval.min ? *interval.min : *interval.max);
    return limit > 0.0 ? limit / 2 : 1.0;
}

double dampened(double widths) {
    return std::log1p(widths * widths);
}

/// The trials of one search. NLopt calls it through a plain function, so that problems are kept until it
/// returns.
class Trials {
public:
    Trials(const Scene& scene, const TargetSet& targets, const SearchPlan& plan, const SearchWatch& watch)
        : m_scene(scene), m_targets(targets), m_plan(plan), m_watch(watch) {}

    /// The misfit at a point of the keys' ranges; empty if the search ends here.
    std::optional<double> misfitAt(const std::vector<double>& parts) {
        std::vector<std::string> point;
        for (std::size_t key = 0; key < parts.size(); ++key) {
            point.push_back(m_plan.keys[key].textAt(parts[key]));
        }
        const auto misfit = misfitOf(point);
        if (misfit && (m_best.point.empty() || *misfit < m_best.misfit)) {
            m_best = {std::move(point), *misfit};
            m_bestParts = parts;
        }
        return misfit;
    }

    /// The same at values that may lie outside the ranges.
    std::optional<double> misfitOf(const std::vector<std::string>& point) {
        const auto tried = m_tried.find(point);
        if (tried != m_tried.end()) {
            return tried->second;
        }
        Trial trial{point, 0.0};
        const auto known = m_watch.known(trial.point);
        const auto misfit = known ? known : measured(trial.point);
        if (!misfit) {
            return std::nullopt;
        }
        trial.misfit = *misfit;
        if (auto noted = m_watch.onTrial(trial); !noted) {
            m_problem = noted.problem();
            return std::nullopt;
        }
        m_tried.emplace(std::move(trial.point), trial.misfit);
        return misfit;
    }

    const Trial& best() const { return m_best; }
    const std::vector<double>& bestParts() const { return m_bestParts; }
    const std::optional<Problem>& problem() const { return m_problem; }
    const std::vector<RuleFault>& faults() const { return m_faults; }

    /// One stage of the search, from the best point so far. False if it ended early.
    bool optimise(nlopt_algorithm algorithm, std::uint64_t trials) {
        const std::unique_ptr<std::remove_pointer_t<nlopt_opt>, decltype(&nlopt_destroy)> optimiser(
            nlopt_create(algorithm, static_cast<unsigned>(m_plan.keys.size())), &nlopt_destroy);
        m_optimiser = optimiser.get();
        m_hasEnded = false;
        m_left = trials;
        nlopt_set_lower_bounds1(m_optimiser, 0.0);
        nlopt_set_upper_bounds1(m_optimiser, 1.0);
        nlopt_set_initial_step1(m_optimiser, 0.15);
        nlopt_set_xtol_abs1(m_optimiser, 1e-4);
        nlopt_set_maxeval(m_optimiser, static_cast<int>(trials));
        // Its own number, ten a key, would leave few trials for the search itself.
        const auto keys = static_cast<unsigned>(m_plan.keys.size());
        nlopt_set_population(m_optimiser,
                             std::clamp(static_cast<unsigned>(trials / 3), keys + 2, 10 * (keys + 1)));
        nlopt_set_min_objective(m_optimiser, &Trials::objective, this);
        std::vector<double> at = m_bestParts;
        double misfit = 0.0;
        const nlopt_result status = nlopt_optimize(m_optimiser, at.data(), &misfit);
        if (status < 0 && status != NLOPT_FORCED_STOP && status != NLOPT_ROUNDOFF_LIMITED) {
            m_problem = Problem{fmt::format("the search failed: {}", nlopt_result_to_string(status))};
        }
        return !m_hasEnded && !m_problem;
    }

private:
    static double objective(unsigned count, const double* parts, double*, void* self) {
        auto& trials = *static_cast<Trials*>(self);
        // The random search may ask for one more than its maximum.
        const bool isOver = trials.m_left == 0;
        trials.m_left -= isOver ? 0 : 1;
        const auto misfit =
            isOver ? std::nullopt : trials.misfitAt(std::vector<double>(parts, parts + count));
        if (isOver) {
            nlopt_force_stop(trials.m_optimiser);
        } else if (!misfit) {
            trials.m_hasEnded = true;
            nlopt_force_stop(trials.m_optimiser);
        }
        return misfit.value_or(std::numeric_limits<double>::max());
    }

    std::optional<double> measured(const std::vector<std::string>& point) {
        const auto scene = sceneWith(m_scene, m_plan.keys, point);
        if (!scene) {
            m_problem = scene.problem();
            return std::nullopt;
        }
        CheckPlan runs = m_plan.runs;
        runs.hasNull = false;
        const auto result = checkTargets(*scene, m_targets, runs, m_watch.isStopped, m_watch.onWork);
        if (!result) {
            m_problem = result.problem();
            return std::nullopt;
        }
        if (!*result) {
            return std::nullopt;
        }
        std::vector<double> values;
        for (const CheckedTarget& each : (*result)->targets) {
            values.push_back(each.value.mean);
        }
        m_faults.insert(m_faults.end(), (*result)->faults.begin(), (*result)->faults.end());
        return shoal::misfitOf(m_targets, values);
    }

    const Scene& m_scene;
    const TargetSet& m_targets;
    const SearchPlan& m_plan;
    const SearchWatch& m_watch;
    std::map<std::vector<std::string>, double> m_tried;
    Trial m_best;
    std::vector<double> m_bestParts;
    std::optional<Problem> m_problem;
    std::vector<RuleFault> m_faults;
    nlopt_opt m_optimiser = nullptr;
    bool m_hasEnded = false;
    std::uint64_t m_left = 0;  ///< trials of this stage
};

}  // namespace

std::string SearchedKey::textAt(double part) const {
    const double value =
        isLogarithmic ? from * std::pow(to / from, part) : from + (to - from) * std::clamp(part, 0.0, 1.0);
    return axisNumber(isWhole ? std::round(value)
                              : std::clamp(value, std::min(from, to), std::max(from, to)));
}

double SearchedKey::partOf(double value) const {
    const double part = isLogarithmic ? std::log(std::max(value, 1e-300) / from) / std::log(to / from)
                                      : (value - from) / (to - from);
    return std::clamp(part, 0.0, 1.0);
}

Result<SearchedKey> searchedKey(const Scene& scene, std::string_view written) {
    const std::string key = withoutBlanks(written.substr(0, written.find('=')));
    const auto parameter = parameterOf(scene, key);
    if (!parameter) {
        return parameter.problem();
    }
    SearchedKey searched{.key = key};
    searched.isWhole = parameter->form == Form::integer;
    if (parameter->form != Form::number && !searched.isWhole) {
        return Problem{fmt::format("{}: a search varies numbers only", key)};
    }
    if (written.find('=') == std::string_view::npos) {
        const double value = *scene.value(key);
        const auto travel = std::ranges::find_if(
            scene.travels, [&](const StatedTravel& each) { return isSameTunable(scene, each.key, key); });
        const bool hasTravel = travel != scene.travels.end();
        const double min = hasTravel ? std::min(travel->min, value) : parameter->declared.min;
        const double max = hasTravel ? std::max(travel->max, value) : parameter->declared.max;
        const bool isScaled = value > 0.0 && min >= 0.0;
        searched.from = isScaled ? std::max(value / kTimes, min) : min;
        searched.to = isScaled ? std::min(value * kTimes, max) : max;
        searched.isLogarithmic = isScaled && searched.from > 0.0;
    } else {
        const auto axis = parseAxis({key, withoutBlanks(written.substr(written.find('=') + 1))}, true);
        if (!axis || !axis->isDrawn()) {
            return Problem{fmt::format("{}: write a range such as {}=0..2", key, key)};
        }
        searched.from = axis->from;
        searched.to = axis->to;
        searched.isLogarithmic = axis->isLogarithmic;
        for (const double end : {searched.from, searched.to}) {
            if (const auto legal = parameter->checked(end); !legal) {
                return Problem{fmt::format("{}: {}", key, legal.problem().text)};
            }
        }
    }
    if (!(searched.from < searched.to)) {
        return Problem{fmt::format("{}: the range is empty", key)};
    }
    return searched;
}

std::vector<std::string> weightKeys(const Scene& scene, std::size_t species) {
    std::vector<std::string> keys;
    Scene copy = scene;
    for (const Section& section : copy.sections()) {
        const std::string rule = section.path.starts_with("species.") ? section.path.substr(8) : section.path;
        const bool isOurs = rule.starts_with(scene.species[species].name + ".");
        const auto enabled = scene.value(rule + ".enabled");
        if (isOurs && section.tunables.find("weight") && enabled && *enabled != 0.0) {
            keys.push_back(rule + ".weight");
        }
    }
    return keys;
}

Result<Target> targetFrom(std::string_view written) {
    const std::size_t equals = written.find('=');
    const std::string key = withoutBlanks(written.substr(0, equals));
    const auto column = columnNamed(key);
    if (!column) {
        return column.problem();
    }
    Target target;
    target.title = key;
    target.column = *column;
    target.source = "wished";
    const std::string text = withoutBlanks(written.substr(std::min(equals, written.size() - 1) + 1));
    const std::size_t dots = text.find("..");
    const auto from = finiteNumberFrom(text.substr(0, dots));
    const auto to = dots == std::string::npos ? from : finiteNumberFrom(text.substr(dots + 2));
    if (equals == std::string_view::npos || !from || !to || *from > *to) {
        return Problem{fmt::format("write {0}=VALUE or {0}=FROM..TO, not \"{1}\"", key, written)};
    }
    target.interval = {*from, *to};
    if (const std::string why = target.whyNoTarget(); !why.empty()) {
        return Problem{fmt::format("{}: {}", written, why)};
    }
    const double tolerance = dots == std::string::npos ? std::max(0.05 * std::abs(*from), 1e-6) : 0.0;
    target.interval = {*from - tolerance, *to + tolerance};
    return target;
}

Result<TargetSet> openWishes(const std::vector<std::string>& toward, const TracksPlan& plan) {
    TargetSet wishes;
    for (const std::string& each : toward) {
        wishes.title += wishes.title.empty() ? "" : ", ";
        if (each.find('=') != std::string::npos) {
            auto target = targetFrom(each);
            if (!target) {
                return target.problem();
            }
            wishes.targets.push_back(std::move(*target));
            wishes.title += each;
            continue;
        }
        auto set = openTargets(each, plan);
        if (!set) {
            return set.problem();
        }
        wishes.title += set->title;
        std::ranges::move(set->targets, std::back_inserter(wishes.targets));
        std::ranges::move(set->understood, std::back_inserter(wishes.understood));
    }
    return wishes;
}

Result<std::vector<SearchedKey>> searchedKeys(const Scene& scene, std::size_t species,
                                              const std::vector<std::string>& written, bool hasWeights) {
    std::vector<std::string> all = written;
    if (hasWeights) {
        std::ranges::move(weightKeys(scene, species), std::back_inserter(all));
    }
    std::vector<SearchedKey> keys;
    for (const std::string& each : all) {
        auto key = searchedKey(scene, each);
        if (!key) {
            return key.problem();
        }
        const bool isKnown = std::ranges::any_of(
            keys, [&](const auto& other) { return isSameTunable(scene, other.key, key->key); });
        if (isKnown && keys.size() < written.size()) {
            return Problem{fmt::format("{} is given twice", key->key)};
        }
        // A key written with a range keeps it among the weights of all rules.
        if (!isKnown) {
            keys.push_back(std::move(*key));
        }
    }
    if (keys.empty()) {
        return Problem{"there is nothing to vary: no rule with a weight acts in the species"};
    }
    return keys;
}

double misfitOf(const TargetSet& targets, std::span<const double> values) {
    double misfit = 0.0;
    for (std::size_t index = 0; index < targets.targets.size(); ++index) {
        const Target& target = targets.targets[index];
        const auto& [min, max] = target.interval;
        const double value = values[index];
        double outside = kFar;
        double fromMiddle = kFar;
        if (std::isfinite(value)) {
            outside = std::max({0.0, min ? *min - value : 0.0, max ? value - *max : 0.0}) /
                      widthOf(target.interval);
            fromMiddle = min && max ? (value - (*min + *max) / 2) / widthOf(target.interval) : outside;
        }
        misfit += target.weight * (dampened(outside) + kMiddleWeight * dampened(fromMiddle));
    }
    return misfit;
}

Result<Scene> sceneWith(const Scene& scene, const std::vector<SearchedKey>& keys,
                        const std::vector<std::string>& point) {
    Scene changed = scene;
    for (std::size_t key = 0; key < keys.size(); ++key) {
        if (auto set = applySetting(changed, keys[key].key + "=" + point[key]); !set) {
            return set.problem();
        }
    }
    return changed;
}

Result<std::optional<SearchResult>> searchSettings(const Scene& scene, const TargetSet& targets,
                                                   const SearchPlan& plan, const SearchWatch& watch) {
    Trials trials(scene, targets, plan, watch);
    SearchResult result;
    std::vector<double> parts;
    for (const SearchedKey& key : plan.keys) {
        const double value = *scene.value(key.key);
        parts.push_back(key.partOf(value));
        result.start.point.push_back(axisNumber(value));
    }
    const auto ended = [&]() -> Result<std::optional<SearchResult>> {
        if (trials.problem()) {
            return *trials.problem();
        }
        return std::optional<SearchResult>();
    };
    const auto start = trials.misfitOf(result.start.point);
    if (!start || !trials.misfitAt(parts)) {
        return ended();
    }
    result.start.misfit = *start;
    // NLopt's own generator, which the random search draws from.
    nlopt_srand(static_cast<unsigned long>(plan.seed));
    const std::uint64_t global = 2 * plan.trials / 3;
    if (!trials.optimise(NLOPT_GN_CRS2_LM, global) ||
        !trials.optimise(NLOPT_LN_BOBYQA, plan.trials - global)) {
        return ended();
    }
    // A place beside the best one may be better still; then the sides of that one count.
    for (int move = 0; move <= SearchPlan::kMaxMoves; ++move) {
        result.best = trials.best();
        parts = trials.bestParts();
        result.beside.clear();
        for (std::size_t key = 0; key < parts.size(); ++key) {
            SearchResult::Beside beside;
            for (const double step : {-kBeside, kBeside}) {
                std::vector<double> there = parts;
                there[key] += step;
                if (there[key] < 0.0 || there[key] > 1.0) {
                    continue;
                }
                const auto misfit = trials.misfitAt(there);
                if (!misfit) {
                    return ended();
                }
                (step < 0.0 ? beside.below : beside.above) = *misfit;
            }
            result.beside.push_back(beside);
        }
        if (trials.best().point == result.best.point) {
            break;
        }
    }
    result.best = trials.best();
    result.faults = trials.faults();
    return std::optional(std::move(result));
}

std::uint64_t judgingSeed(const Scene& scene, const SearchPlan& plan) {
    return scene.seed + std::max<std::uint64_t>(1000, plan.runs.seeds);
}

std::uint64_t searchFingerprint(const Scene& scene, const TargetSet& targets, const SearchPlan& plan) {
    std::string all = modelVersion() + presetText(scene);
    for (const Target& target : targets.targets) {
        all +=
            fmt::format(" {} {} {} {} {} {} {}", target.column, target.over.value_or(target.column),
                        target.isInBodyLengths, target.interval.min.value_or(std::nan("")),
                        target.interval.max.value_or(std::nan("")), target.weight, target.differenceSeconds);
    }
    for (const SearchedKey& key : plan.keys) {
        all += fmt::format(" {} {} {} {}", key.key, key.from, key.to, key.isLogarithmic);
    }
    const CheckPlan& runs = plan.runs;
    all += fmt::format(" {} {} {} {} {} {} {} {}", scene.seed, runs.species, runs.steps, runs.every,
                       runs.burnIn, runs.seeds, plan.trials, plan.seed);
    return textHash(all);
}

}  // namespace shoal
