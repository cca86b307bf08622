#include "lab/life/search.hpp"

#include <limits>

#include <shoal/preset.hpp>

#include "sim/trial.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

constexpr const char* kSchool = R"(
[world]
width = 30
height = 30
depth = 30
[species.fish]
count = 50
linking_distance = 1.5
[species.fish.perception]
radius = 3
[species.fish.start]
shape = "ball"
radius = 2
speed = 1.5
order = 0.5
[species.fish.separation]
weight = 1
radius = 1
[species.fish.alignment]
weight = 1
radius = 3
[species.fish.cohesion]
weight = 1
radius = 3
[species.fish.contain]
weight = 3
margin = 5
look_ahead = 1
[species.fish.limit_speed]
min = 1
max = 2
[species.fish.flock_alignment]
weight = 1
enabled = false
)";

Scene school() {
    auto scene = parsePreset(kSchool, "school.toml");
    if (!scene) {
        FAIL(scene.problem().text);
    }
    return *scene;
}

SearchedKey keyOf(const std::string& written) {
    const auto key = searchedKey(school(), written);
    if (!key) {
        FAIL(key.problem().text);
    }
    return *key;
}

std::string keyProblem(const std::string& written) {
    const auto key = searchedKey(school(), written);
    return key ? "" : key.problem().text;
}

std::string wishProblem(const std::string& written) {
    const auto target = targetFrom(written);
    return target ? "" : target.problem().text;
}

SearchPlan planOf(std::uint64_t trials, int threads) {
    SearchPlan plan{.runs = {.steps = 400, .every = 20, .burnIn = 200, .seeds = 2}, .keys = {}};
    plan.runs.threads = threads;
    plan.keys = {keyOf("separation.weight=0.1..4:log"), keyOf("alignment.weight=0..3")};
    plan.trials = trials;
    return plan;
}

/// Targets measured with other settings than the school's own.
TargetSet planted() {
    Scene scene = school();
    REQUIRE(scene.applyText("separation.weight=0.3"));
    REQUIRE(scene.applyText("alignment.weight=2.2"));
    TargetSet set;
    for (const char* column : {"nearest_neighbour_m", "polarisation", "speed_mean_m_s"}) {
        set.targets.push_back(*targetFrom(std::string(column) + "=1"));
    }
    const auto plan = planOf(1, 0).runs;
    const auto measured = checkTargets(scene, set, plan, [] { return false; });
    REQUIRE(measured);
    for (std::size_t index = 0; index < set.targets.size(); ++index) {
        const double value = (**measured).targets[index].value.mean;
        set.targets[index].interval = {0.98 * value, 1.02 * value};
    }
    return set;
}

struct Watched {
    std::vector<Trial> trials;
    SearchWatch watch;

    explicit Watched(const std::vector<Trial>& earlier = {})
        : watch{.known = [earlier](const std::vector<std::string>& point) -> std::optional<double> {
                    for (const Trial& each : earlier) {
                        if (each.point == point) {
                            return each.misfit;
                        }
                    }
                    return std::nullopt;
                },
                .onTrial = [this](const Trial& trial) -> Outcome {
                    trials.push_back(trial);
                    return Done{};
                },
                .isStopped = [] { return false; }} {}
};

SearchResult found(const TargetSet& targets, const SearchPlan& plan, Watched& watched) {
    const auto result = searchSettings(school(), targets, plan, watched.watch);
    REQUIRE(result);
    REQUIRE(*result);
    return **result;
}

}  // namespace

TEST_CASE("the search finds planted settings within 60 trials", "[lab][life]") {
    const TargetSet targets = planted();
    Watched watched;
    const SearchPlan plan = planOf(60, 0);
    const SearchResult result = found(targets, plan, watched);
    CAPTURE(result.best.point, result.best.misfit, result.start.misfit);
    CHECK(watched.trials.size() <= plan.allTrials());
    CHECK(result.start.misfit > 1.0);
    CHECK(result.best.misfit < 0.02);
    CHECK(std::stod(result.best.point[0]) == approx(0.3).epsilon(0.2));
    // These measures hardly fix the alignment.
    CHECK(result.beside[1].below);
    CHECK(*result.beside[1].below < *result.beside[0].below);
    REQUIRE(result.beside.size() == 2);
    for (const auto& [below, above] : result.beside) {
        CHECK((!below || *below >= result.best.misfit));
        CHECK((!above || *above >= result.best.misfit));
    }
}

TEST_CASE("a search gives the same for any number of threads, and goes on where it stopped", "[lab][life]") {
    const TargetSet targets = planted();
    Watched one;
    const SearchResult expected = found(targets, planOf(15, 1), one);
    Watched two;
    const SearchResult same = found(targets, planOf(15, 2), two);
    CHECK(same.best.point == expected.best.point);
    CHECK(same.best.misfit == expected.best.misfit);
    CHECK(same.beside == expected.beside);
    std::vector<Trial> earlier(one.trials.begin(), one.trials.begin() + 6);
    Watched again(earlier);
    const SearchResult resumed = found(targets, planOf(15, 2), again);
    CHECK(resumed.best.point == expected.best.point);
    CHECK(resumed.beside == expected.beside);
    earlier[2].misfit = -1.0;  // no run gives that
    Watched cheated(earlier);
    CHECK(found(targets, planOf(15, 2), cheated).best.point == earlier[2].point);
}

TEST_CASE("a search begins with the scene's own settings, and ends within the ranges", "[lab][life]") {
    const TargetSet targets = planted();
    SearchPlan plan = planOf(6, 0);
    plan.keys = {keyOf("separation.weight=0.2..0.4"),
                 keyOf("alignment.weight=2..2.5")};  // both 1 in the scene
    Watched watched;
    const SearchResult result = found(targets, plan, watched);
    CHECK(result.start.point == std::vector<std::string>{"1", "1"});
    CHECK(watched.trials[0].point == result.start.point);
    CHECK(result.start.misfit == watched.trials[0].misfit);
    const double separation = std::stod(result.best.point[0]);
    CHECK(separation >= 0.2);
    CHECK(separation <= 0.4);
    // The best of all trials within the ranges.
    for (std::size_t trial = 1; trial < watched.trials.size(); ++trial) {
        CHECK(watched.trials[trial].misfit >= result.best.misfit);
    }
    CHECK(watched.trials.size() <= plan.allTrials());
}

TEST_CASE("at the end of a range there is nothing beside", "[lab][life]") {
    TargetSet far;
    far.targets.push_back(*targetFrom("speed_mean_m_s=100"));
    SearchPlan plan = planOf(30, 0);
    plan.keys = {keyOf("limit_speed.min=0.5..1.9")};
    Watched watched;
    const SearchResult result = found(far, plan, watched);
    CHECK(std::stod(result.best.point[0]) > 1.88);
    CHECK(result.beside[0].below);
    CHECK_FALSE(result.beside[0].above);
}

TEST_CASE("a search stops when asked to, and at a problem", "[lab][life]") {
    const TargetSet targets = planted();
    Watched watched;
    int left = 1500;
    watched.watch.isStopped = [&left] { return --left < 0; };
    const auto stopped = searchSettings(school(), targets, planOf(50, 1), watched.watch);
    REQUIRE(stopped);
    CHECK_FALSE(*stopped);
    CHECK(watched.trials.size() == 1);
    watched.watch.isStopped = [] { return false; };
    watched.watch.onTrial = [](const Trial&) -> Outcome { return Problem{"the disk is full"}; };
    const auto failed = searchSettings(school(), targets, planOf(50, 1), watched.watch);
    REQUIRE_FALSE(failed);
    CHECK(failed.problem().text == "the disk is full");
}

TEST_CASE("the misfit grows with the distance from the range, and prefers its middle", "[lab][life]") {
    TargetSet set;
    set.targets.push_back(*targetFrom("polarisation=0.4..0.6"));
    set.targets.push_back(*targetFrom("milling=0.5"));
    const auto misfit = [&](double polarisation, double milling) {
        return misfitOf(set, std::vector{polarisation, milling});
    };
    CHECK(misfit(0.5, 0.5) == approx(0.0));
    CHECK(misfit(0.59, 0.5) > misfit(0.55, 0.5));
    CHECK(misfit(0.59, 0.5) < 0.001);
    CHECK(misfit(0.61, 0.5) > misfit(0.59, 0.5));
    // One width outside: log 2, and a thousandth of that of one and a half.
    CHECK(misfit(0.8, 0.5) == approx(std::log(2.0) + 0.001 * std::log(1.0 + 2.25)));
    CHECK(misfit(0.9, 0.5) > misfit(0.8, 0.5));
    CHECK(misfit(std::numeric_limits<double>::quiet_NaN(), 0.5) > misfit(50.0, 0.5));
    set.targets[0].weight = 3.0;
    CHECK(misfit(0.8, 0.5) == approx(3.0 * (std::log(2.0) + 0.001 * std::log(1.0 + 2.25))));
    TargetSet open;
    open.targets.push_back(*targetFrom("milling=0.5"));
    open.targets[0].interval = {.min = 0.5, .max = {}};
    CHECK(misfitOf(open, std::vector{0.6}) == 0.0);
    CHECK(misfitOf(open, std::vector{0.4}) > 0.0);
}

TEST_CASE("keys and wishes of a search are read as people write them", "[lab][life]") {
    const SearchedKey weight = keyOf("separation.weight");
    CHECK(weight.from == approx(0.25));
    CHECK(weight.to == approx(4.0));
    CHECK(weight.isLogarithmic);
    CHECK(weight.textAt(0.5) == "1");
    CHECK(weight.partOf(1.0) == approx(0.5));
    Scene ended = school();
    ended.travels = {{"species.fish.separation.weight", 0.5, 2.5},
                     {"species.fish.alignment.weight", 0.0, 0.5}};
    CHECK(searchedKey(ended, "separation.weight")->from == 0.5);
    CHECK(searchedKey(ended, "fish.separation.weight")->to == 2.5);
    CHECK(searchedKey(ended, "alignment.weight")->to == 1.0);  // its value
    CHECK(searchedKey(ended, "separation.weight=0..5")->to == 5.0);
    const SearchedKey count = keyOf("count=10..20");
    CHECK(count.textAt(0.26) == "13");
    CHECK_THAT(keyProblem("seperation.weight"), contains("separation.weight"));
    CHECK_THAT(keyProblem("separation.weight=1,2"), contains("0..2"));
    CHECK_THAT(keyProblem("separation.weight=2..1"), contains("empty"));
    CHECK_THAT(keyProblem("separation.weight=-5..1"), contains("separation.weight"));
    CHECK_THAT(keyProblem("perception.kind"), contains("numbers only"));
    CHECK(searchedKeys(school(), 0, {"alignment.weight=1..2"}, true)->size() == 4);
    CHECK(searchedKeys(school(), 0, {"alignment.weight=1..2"}, true)->at(0).to == 2.0);
    CHECK_THAT(
        searchedKeys(school(), 0, {"alignment.weight=1..2", "fish.alignment.weight"}, false).problem().text,
        contains("given twice"));
    CHECK(weightKeys(school(), 0) == std::vector<std::string>{"fish.alignment.weight", "fish.cohesion.weight",
                                                              "fish.separation.weight",
                                                              "fish.contain.weight"});
    const auto wish = targetFrom("polarisation=0.8");
    REQUIRE(wish);
    CHECK(*wish->interval.min == approx(0.76));
    CHECK(*wish->interval.max == approx(0.84));
    const auto range = targetFrom("nearest_neighbour_m=0.3..0.5");
    REQUIRE(range);
    CHECK(*range->interval.min == 0.3);
    CHECK(*range->interval.max == 0.5);
    CHECK_THAT(wishProblem("polarisaton=1"), contains("polarisation"));
    CHECK_THAT(wishProblem("polarisation=a"), contains("VALUE"));
    CHECK_THAT(wishProblem("polarisation=0..1"), contains("nothing can miss"));
    CHECK_THAT(wishProblem("milling=1.04"), contains("every value of milling is between 0 and 1"));
    CHECK_THAT(wishProblem("speed_mean_m_s=-3..-2"), contains("at or above 0"));
    CHECK(targetFrom("milling=1"));
    CHECK_THAT(wishProblem("polarisation"), contains("VALUE"));
    CHECK_THAT(wishProblem("polarisation=2..1"), contains("FROM..TO"));
}
