// Settings found for a wish.

#include "viewer/wish/suggestion_search.hpp"

#include "program/small_reef.hpp"
#include "sim/measures/measured_run.hpp"

namespace shoal::test {

namespace {

/// A school that has lost its order, after two seconds.
Simulation disordered() {
    Scene scene = smallReef(60);
    REQUIRE(scene.applyText("alignment.weight=0"));
    Simulation simulation = *Simulation::create(scene, {.threads = 1, .isa = {}});
    while (simulation.stepCount() < 120) {
        simulation.step();
    }
    return simulation;
}

TargetSet wish(const std::string& written) {
    const auto set = openWishes({written}, {});
    REQUIRE(set);
    return *set;
}

/// Mean polarisation in the second half of another sixteen seconds.
double polarisationWith(const Simulation& from, const std::vector<Edit>& edits) {
    Simulation simulation = *Simulation::create(from.scene(), {.threads = 1, .isa = {}});
    REQUIRE(simulation.resume(from.checkpoint()));
    for (const Edit& edit : edits) {
        REQUIRE(simulation.apply(edit));
    }
    double sum = 0.0;
    for (int step = 1; step <= 960; ++step) {
        simulation.step();
        if (step >= 480) {
            const Flock& flock = simulation.flocks()[0];
            sum += measureMotion(flock.now(), flock.count()).polarisation / 481.0;
        }
    }
    return sum;
}

}  // namespace

TEST_CASE("suggestions bring the flock itself nearer to the wish, and differ",
          "[app][explore][suggest][slow]") {
    const Simulation simulation = disordered();
    SuggestionSearch search;
    const auto found =
        suggestionsFor(simulation.checkpoint(), smallReef(60), wish("polarisation=0.9..1"), search);
    REQUIRE(found);
    REQUIRE_FALSE(found->empty());
    CHECK(found->size() <= kMaxSuggestions);
    CHECK(search.done > 20);
    CHECK(search.done <= search.all);
    const double before = polarisationWith(simulation, {});
    CHECK(before < 0.8);
    for (std::size_t index = 0; index < found->size(); ++index) {
        const Suggestion& each = (*found)[index];
        CAPTURE(index, each.names, each.reached[0].value.mean);
        REQUIRE(each.reached.size() == 1);
        CHECK(each.edits.size() == each.names.size());
        const double after = polarisationWith(simulation, each.edits);
        CHECK(after > before);
        CHECK(after == approx(each.reached[0].value.mean).margin(0.1));
        for (std::size_t other = 0; other < index; ++other) {
            CHECK_FALSE(std::ranges::equal(
                (*found)[other].edits, each.edits,
                [](const Edit& a, const Edit& b) { return a.key == b.key && a.shown == b.shown; }));
        }
    }
}

TEST_CASE("a search for suggestions that is cancelled ends at once, with none", "[app][explore][suggest]") {
    const Simulation simulation = disordered();
    SuggestionSearch search;
    search.isCancelled = true;
    const auto found =
        suggestionsFor(simulation.checkpoint(), smallReef(60), wish("polarisation=0.9..1"), search);
    REQUIRE(found);
    CHECK(found->empty());
    CHECK(search.done <= 1);
}

TEST_CASE("a search for suggestions varies the weights within their sliders' travel",
          "[app][explore][suggest]") {
    const Scene reef = smallReef(60);
    const SearchPlan plan = suggestionPlan(reef, reef);
    REQUIRE(plan.keys.size() >= 2);
    CHECK(plan.keys.size() <= 6);
    for (const SearchedKey& key : plan.keys) {
        CHECK_THAT(key.key, contains(".weight"));
        CHECK(key.from < key.to);
        CHECK(key.from <= *reef.value(key.key));
        CHECK(*reef.value(key.key) <= key.to);
    }
    // As on its slider, a weight that matters near zero is tried in equal ratios.
    const auto isSeparation = [](const SearchedKey& key) { return key.key.ends_with("separation.weight"); };
    const auto separation = std::ranges::find_if(plan.keys, isSeparation);
    REQUIRE(separation != plan.keys.end());
    CHECK(std::stod(separation->textAt(0.5)) < 0.1 * separation->to);
    // A model without weights has its other sliders varied.
    const Scene zones = *openPreset("zones");
    CHECK(suggestionPlan(zones, zones).keys.size() >= 2);
}

}  // namespace shoal::test
