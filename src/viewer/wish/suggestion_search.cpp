#include "viewer/wish/suggestion_search.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <utility>

#include "sim/measures/measured_flock.hpp"
#include "sim/measures/measured_run.hpp"
#include "sim/scene/population.hpp"
#include "sim/text/number.hpp"
#include "ui/text/value_text.hpp"
#include "viewer/tunables/rule_sliders.hpp"

namespace shoal {

namespace {

constexpr int kMaxTrialBoids = 300;  // of a trial
constexpr std::size_t kMinKeys = 2;
constexpr std::size_t kMaxKeys = 6;
constexpr std::uint64_t kTrials = 90;
constexpr std::uint64_t kMinTrials = 40;  // however long they take
constexpr std::chrono::seconds kMaxSearchTime(40);
// [s] of play, of a trial and of the flock that continues. Flocks settle within the first part.
constexpr double kRunSeconds = 16.0;
constexpr double kSettleSeconds = 8.0;
constexpr double kBetweenSamples = 0.5;
constexpr double kMaxContinuedSteps = 2e7;  // of a flock that continues: takes some seconds
// How many of the search's trials are continued at least; more if there is time.
constexpr std::size_t kMinContinued = 12;
constexpr std::chrono::seconds kMaxContinuedTime(10);
// Of a slider's travel: suggestions differ by at least this in one of them.
constexpr double kMinDifference = 0.15;

std::size_t largestOf(const Scene& scene) {
    return static_cast<std::size_t>(std::ranges::max_element(scene.species, {}, &Species::count) -
                                    scene.species.begin());
}

/// The sliders of a species' own rules.
std::vector<RuleSlider> ownSliders(Scene scene, const Scene& loaded) {
    const std::string prefix = scene.species.size() > 1 ? scene.species[largestOf(scene)].name + ": " : "";
    std::vector<RuleSlider> sliders = ruleSlidersOf(scene, loaded);
    std::erase_if(sliders, [&](const RuleSlider& each) {
        return !each.name.starts_with(prefix) || !(each.travel.at(0.0) < each.travel.at(1.0));
    });
    const auto isWeight = [](const RuleSlider& each) { return each.key.ends_with(".weight"); };
    std::stable_partition(sliders.begin(), sliders.end(), isWeight);
    const auto weights = static_cast<std::size_t>(std::ranges::count_if(sliders, isWeight));
    const std::size_t kept = weights >= kMinKeys ? weights : sliders.size();
    sliders.resize(std::min({sliders.size(), kept, kMaxKeys}));
    return sliders;
}

/// How a flock is run to compare it with a wish.
CheckPlan runsOf(const Scene& scene) {
    const auto stepsIn = [&](double seconds) {
        const double steps = seconds * scene.time.stepsPerSecond();
        return std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::lround(steps)));
    };
    return {.species = largestOf(scene),
            .steps = stepsIn(kRunSeconds),
            .every = stepsIn(kBetweenSamples),
            .burnIn = stepsIn(kSettleSeconds),
            .seeds = 2,
            .hasNull = false,
            .threads = 2};
}

/// A scene of the same settings and density with few boids.
Scene reduced(Scene scene) {
    if (scene.boidCount() > kMaxTrialBoids) {
        populate(kMaxTrialBoids, scene);
    }
    return scene;
}

/// What the targets' figures are in a flock that goes on with some edits. Empty if it cannot, or was
/// cancelled.
std::optional<std::vector<CheckedTarget>> continued(const Checkpoint& from, const std::vector<Edit>& edits,
                                                    const TargetSet& wish,
                                                    const std::atomic<bool>& isCancelled) {
    auto simulation = Simulation::create(from.scene(), {.threads = 2, .isa = {}});
    if (!simulation || !simulation->resume(from)) {
        return std::nullopt;
    }
    for (const Edit& edit : edits) {
        if (!simulation->apply(edit)) {
            return std::nullopt;
        }
    }
    const CheckPlan plan = runsOf(from.scene());
    const auto boids = static_cast<double>(std::max<std::int64_t>(1, from.scene().boidCount()));
    const std::uint64_t steps = std::max<std::uint64_t>(
        2, std::min(plan.steps, static_cast<std::uint64_t>(kMaxContinuedSteps / boids)));
    const auto kinds = wish.kinds();
    const auto bodyLength = static_cast<double>(from.scene().species[plan.species].bodyLength);
    std::vector<std::vector<double>> series(wish.targets.size());
    for (std::uint64_t left = steps; left > 0; --left) {
        if (isCancelled) {
            return std::nullopt;
        }
        simulation->step();
        if (left - 1 > steps / 2 || (left - 1) % plan.every != 0) {
            continue;
        }
        const Flock& flock = simulation->flocks()[plan.species];
        MeasuredFlock measured(flock.now(), flock.count(), measureSpace(simulation->scene(), plan.species));
        measured.setVelocityBefore(flock.now(), flock.before().velocity);
        const std::vector<double> values = measuredValues(measured, kinds);
        for (std::size_t target = 0; target < series.size(); ++target) {
            series[target].push_back(wish.targets[target].valueIn(values, bodyLength));
        }
    }
    std::vector<CheckedTarget> reached;
    for (std::size_t target = 0; target < series.size(); ++target) {
        reached.push_back(checkedSeries(wish.targets[target].interval, series[target]));
    }
    return reached;
}

double misfitOf(const TargetSet& wish, const std::vector<CheckedTarget>& reached) {
    std::vector<double> values;
    for (const CheckedTarget& each : reached) {
        values.push_back(each.value.mean);
    }
    return misfitOf(wish, std::span<const double>(values));
}

/// A trial of the search, in parts of the keys' ranges.
struct TriedPlace {
    std::vector<double> parts;
    double misfit = 0.0;

    bool differsFrom(const TriedPlace& other) const {
        for (std::size_t key = 0; key < parts.size(); ++key) {
            if (std::abs(parts[key] - other.parts[key]) >= kMinDifference) {
                return true;
            }
        }
        return false;
    }
};

/// The search's trials that are better than the scene's own settings and differ from better ones, best first.
Result<std::vector<TriedPlace>> searched(const Scene& scene, const TargetSet& wish, const SearchPlan& plan,
                                         SuggestionSearch& search) {
    std::vector<TriedPlace> places;
    const auto end = std::chrono::steady_clock::now() + kMaxSearchTime;
    search.all = plan.allTrials();
    const SearchWatch watch{
        .known = [](const auto&) { return std::nullopt; },
        .onTrial = [&](const Trial& trial) -> Outcome {
            TriedPlace place{.parts = {}, .misfit = trial.misfit};
            for (std::size_t key = 0; key < plan.keys.size(); ++key) {
                place.parts.push_back(plan.keys[key].partOf(*finiteNumberFrom(trial.point[key])));
            }
            places.push_back(std::move(place));
            ++search.done;
            return Done{};
        },
        .isStopped =
            [&] {
                return search.isCancelled ||
                       (search.done >= kMinTrials && std::chrono::steady_clock::now() > end);
            }};
    const auto result = searchSettings(scene, wish, plan, watch);
    if (!result) {
        return result.problem();
    }
    if (places.empty()) {
        return places;
    }
    const double start = places.front().misfit;
    std::ranges::stable_sort(places, {}, &TriedPlace::misfit);
    std::vector<TriedPlace> chosen;
    for (const TriedPlace& place : places) {
        const bool isNew =
            std::ranges::all_of(chosen, [&](const TriedPlace& other) { return place.differsFrom(other); });
        if (place.misfit < start && isNew) {
            chosen.push_back(place);
        }
    }
    return chosen;
}

/// The edits that bring the sliders to a place, largest change first.
Suggestion suggestionAt(const TriedPlace& place, const SearchPlan& plan,
                        const std::vector<RuleSlider>& sliders) {
    std::vector<std::pair<double, std::size_t>> changes;
    for (std::size_t key = 0; key < sliders.size(); ++key) {
        changes.emplace_back(-std::abs(place.parts[key] - plan.keys[key].partOf(sliders[key].shown)), key);
    }
    std::ranges::sort(changes);
    Suggestion suggestion;
    for (const auto& [change, key] : changes) {
        const double value = roundedForDrag(sliders[key].parameter,
                                            *finiteNumberFrom(plan.keys[key].textAt(place.parts[key])));
        if (value != sliders[key].shown) {
            suggestion.edits.push_back({sliders[key].key, value});
            suggestion.names.push_back(sliders[key].name);
        }
    }
    return suggestion;
}

/// Whether they differ only in sliders without an effect.
bool hasSameEffect(const std::vector<CheckedTarget>& one, const std::vector<CheckedTarget>& other) {
    return std::ranges::equal(
        one, other, {}, [](const CheckedTarget& each) { return each.value.mean; },
        [](const CheckedTarget& each) { return each.value.mean; });
}

}  // namespace

SearchPlan suggestionPlan(const Scene& scene, const Scene& loaded) {
    SearchPlan plan;
    plan.runs = runsOf(scene);
    plan.trials = kTrials;
    for (const RuleSlider& slider : ownSliders(scene, loaded)) {
        const SliderTravel& travel = slider.travel;
        // Logarithmic as the slider is; else most trials would lie in its last tenth.
        plan.keys.push_back(
            {.key = slider.key,
             .from = travel.isLogarithmic ? std::max(travel.min, travel.nearZero) : travel.min,
             .to = travel.max,
             .isLogarithmic = travel.isLogarithmic});
    }
    return plan;
}

Result<std::vector<Suggestion>> suggestionsFor(const Checkpoint& from, const Scene& loaded,
                                               const TargetSet& wish, SuggestionSearch& search) {
    const Scene scene = reduced(from.scene());
    const SearchPlan plan = suggestionPlan(scene, loaded);
    if (plan.keys.empty()) {
        return Problem{"No slider of the species' rules is left to search"};
    }
    const auto places = searched(scene, wish, plan, search);
    if (!places) {
        return places.problem();
    }
    const auto unchanged = continued(from, {}, wish, search.isCancelled);
    std::vector<Suggestion> suggestions;
    if (!unchanged) {
        return suggestions;
    }
    const std::vector<RuleSlider> sliders = ownSliders(scene, loaded);
    const double before = misfitOf(wish, *unchanged);
    const auto end = std::chrono::steady_clock::now() + kMaxContinuedTime;
    std::size_t continuedCount = 0;
    for (const TriedPlace& place : *places) {
        if (suggestions.size() == kMaxSuggestions ||
            (continuedCount >= kMinContinued && std::chrono::steady_clock::now() > end)) {
            break;
        }
        Suggestion suggestion = suggestionAt(place, plan, sliders);
        if (suggestion.edits.empty()) {
            continue;
        }
        auto reached = continued(from, suggestion.edits, wish, search.isCancelled);
        ++continuedCount;
        if (search.isCancelled) {
            break;
        }
        if (!reached) {
            continue;
        }
        suggestion.reached = std::move(*reached);
        const bool isNew = std::ranges::none_of(suggestions, [&](const Suggestion& each) {
            return hasSameEffect(each.reached, suggestion.reached);
        });
        if (isNew && misfitOf(wish, suggestion.reached) < before) {
            suggestions.push_back(std::move(suggestion));
        }
    }
    std::ranges::stable_sort(suggestions, {},
                             [&](const Suggestion& each) { return misfitOf(wish, each.reached); });
    return suggestions;
}

}  // namespace shoal
