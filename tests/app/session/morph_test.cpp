// Morphs between settings, as edits that depend on the step alone.

#include "app/session/morph.hpp"

#include <cmath>
#include <cstdint>
#include <map>
#include <string>

#include <shoal/preset.hpp>

#include "app/session/session.hpp"
#include "app/small_reef.hpp"
#include "catch.hpp"

namespace shoal::test {

namespace {

Scene withEdits(Scene scene, const std::vector<Edit>& edits) {
    for (const Edit& edit : edits) {
        REQUIRE(scene.apply(edit));
    }
    return scene;
}

/// Returns the values that the edits before each step set, by step.
std::map<std::uint64_t, double> valuesOf(const Morph& morph, const std::string& key, std::uint64_t steps) {
    std::map<std::uint64_t, double> values;
    for (std::uint64_t step = 0; step < steps; ++step) {
        for (const Edit& edit : morph.due(step)) {
            if (edit.key == key) {
                values[step] = edit.shown;
            }
        }
    }
    return values;
}

}  // namespace

TEST_CASE("a morph moves numbers evenly, and geometrically where the slider is logarithmic",
          "[app][explore][morph]") {
    const std::string weight = "species.sardine.alignment.weight";
    const std::string radius = "species.sardine.perception.radius";
    const Scene from = withEdits(smallReef(60), {{weight, 1.0}, {radius, 1.0}});
    const Scene to = withEdits(smallReef(60), {{weight, 3.0}, {radius, 4.0}});
    const auto morph = Morph::between(from, to, 100, 10);
    REQUIRE(morph);
    CHECK(morph->due(99).empty());
    CHECK(morph->due(110).empty());
    CHECK(morph->isOver(110));
    CHECK_FALSE(morph->isOver(109));
    const auto weights = valuesOf(*morph, weight, 200);
    REQUIRE(weights.size() == 10);
    CHECK(weights.at(100) == approx(1.2));
    CHECK(weights.at(104) == approx(2.0));
    CHECK(weights.at(109) == 3.0);
    const auto radii = valuesOf(*morph, radius, 200);
    CHECK(radii.at(104) == approx(2.0));
    CHECK(radii.at(109) == 4.0);
}

TEST_CASE("a morph flips switches and choices, and adds and removes objects, half way",
          "[app][explore][morph]") {
    const std::string isOn = "species.sardine.cohesion.enabled";
    const std::string kind = "species.sardine.perception.kind";
    const Scene from = withEdits(smallReef(60), {{"attractor.old.present", 1.0}});
    const double other = *from.value(kind) == 0.0 ? 1.0 : 0.0;
    const Scene to = withEdits(smallReef(60), {{isOn, *from.value(isOn) == 0.0 ? 1.0 : 0.0},
                                               {kind, other},
                                               {"attractor.new.present", 1.0},
                                               {"attractor.new.x", 2.0}});
    for (const std::uint64_t steps : {1u, 9u, 10u}) {
        INFO(steps << " steps");
        const auto morph = Morph::between(from, to, 0, steps);
        REQUIRE(morph);
        const std::uint64_t half = (steps + 1) / 2 - 1;
        for (const std::string& key :
             {isOn, kind, std::string("attractor.old.present"), std::string("attractor.new.present")}) {
            const auto values = valuesOf(*morph, key, 20);
            INFO(key);
            REQUIRE(values.size() == 1);
            CHECK(values.begin()->first == half);
        }
        Scene scene = from;
        for (std::uint64_t step = 0; step < steps; ++step) {
            scene = withEdits(std::move(scene), morph->due(step));
        }
        REQUIRE(scene.attractors.size() == 1);
        CHECK(scene.attractors[0].name == "new");
        CHECK(scene.attractors[0].x == 2.0f);
        CHECK(Morph::between(scene, to, 0, 1)->isEmpty());
    }
}

TEST_CASE("a morph reaches any preset with as many species and the same time settings exactly",
          "[app][explore][morph]") {
    for (const char* name : {"seb-lague", "leader", "goal-and-obstacles", "opensteer", "parker"}) {
        INFO(name);
        const Scene to = *openPreset(name);
        Session session(smallReef(60), {.threads = 1, .isa = {}});
        const auto morph = Morph::between(session.simulation().scene(), to, 0, 30);
        REQUIRE(morph);
        while (!morph->isOver(session.simulation().stepCount())) {
            for (const Edit& edit : morph->due(session.simulation().stepCount())) {
                session.queue(edit);
            }
            for (const Problem& problem : session.applyQueued()) {
                FAIL_CHECK(problem.text);
            }
            session.stepOnce();
        }
        CHECK(Morph::between(session.simulation().scene(), to, 0, 1)->isEmpty());
        // The take of all this plays again to the same hash.
        const std::uint64_t hash = session.simulation().hash();
        Session again(smallReef(60), {.threads = 1, .isa = {}});
        again.play(session.played({0, 1.0f}, {30, 1.0f}));
        while (again.simulation().stepCount() < 30) {
            again.stepOnce();
        }
        CHECK(again.simulation().hash() == hash);
        CHECK_FALSE(again.deviation());
    }
}

TEST_CASE("settings of another structure or another time cannot morph, and the message says why",
          "[app][explore][morph]") {
    const Scene reef = smallReef(60);
    const auto species = Morph::between(reef, *openPreset("starlings"), 0, 10);
    REQUIRE_FALSE(species);
    CHECK(species.problem().text.find("has 2 species and this scene one species") != std::string::npos);
    const auto time = Morph::between(reef, *openPreset("zones"), 0, 10);
    REQUIRE_FALSE(time);
    CHECK(time.problem().text.find("0.1 s of the model") != std::string::npos);
    const Scene three = *openPreset("bait-ball");
    Scene blind = three;
    for (Species& each : blind.species) {
        each.sees.clear();
    }
    const auto sees = Morph::between(three, blind, 0, 10);
    REQUIRE_FALSE(sees);
    CHECK(sees.problem().text.find("does not see the same species") != std::string::npos);
}

}  // namespace shoal::test
