// Two settings side by side: a copy of the flock that makes the same steps.

#include "viewer/compare/side_by_side.hpp"

#include <shoal/preset.hpp>

#include "play/play.hpp"
#include "program/small_reef.hpp"
#include "render/camera/scene_extent.hpp"

namespace shoal::test {

namespace {

Session runningReef(int steps) {
    Scene scene = *openPreset("reef");
    scene.species[0].count = 80;
    Session session(std::move(scene), {.threads = 1, .isa = {}});
    for (int step = 0; step < steps; ++step) {
        session.stepOnce();
    }
    return session;
}

void step(Play& play, int steps) {
    for (int step = 0; step < steps; ++step) {
        play.step();
    }
}

}  // namespace

TEST_CASE("with the same settings both flocks stay equal bit for bit", "[app][explore][split]") {
    Play play(runningReef(90));
    play.split(play.session().simulation().scene());
    REQUIRE(play.beside() != nullptr);
    const Simulation& a = play.beside()->simulation();
    const Simulation& b = play.session().simulation();
    CHECK(a.hash() == b.hash());
    step(play, 60);
    CHECK(a.stepCount() == 150);
    CHECK(a.hash() == b.hash());
    CHECK(differencesOf(a.scene(), b.scene()).empty());
}

TEST_CASE("A begins as a copy of B with its own settings, and edits of B leave it alone",
          "[app][explore][split]") {
    Play play(runningReef(30));
    Scene settings = play.session().simulation().scene();
    REQUIRE(settings.apply({kWeight, 0.5}));
    play.split(settings);
    const Session& a = *play.beside();
    const Session& b = play.session();
    CHECK(a.simulation().hash() == b.simulation().hash());
    CHECK(*a.simulation().scene().value(kWeight) == 0.5);
    Background background;
    SideBySide both(background);
    const auto& first = both.differences(a.scene(), b.instant());
    REQUIRE(first.size() == 1);
    CHECK(first[0].name == "Alignment");
    CHECK(first[0].key == kWeight);
    CHECK(first[0].aShown == 0.5);
    CHECK(first[0].a == "0.50 1/s");
    CHECK(first[0].b == "3.00 1/s");
    play.edit({kWeight, 4.0});
    play.edit({"species.sardine.cohesion.enabled", 0.0});
    play.edit({"attractor.lure.present", 1.0});
    step(play, 30);
    CHECK(a.simulation().hash() != b.simulation().hash());
    CHECK(*a.simulation().scene().value(kWeight) == 0.5);
    const auto& now = both.differences(a.scene(), b.instant());
    REQUIRE(now.size() == 3);
    CHECK(now[0].b == "4.00 1/s");
    CHECK(now[1].name == "Cohesion");
    CHECK(now[1].b == "off");
    CHECK(now[2].name == "lure");
    CHECK(now[2].a == "none");
}

TEST_CASE("A takes all settings of a preset with as many species and the same time",
          "[app][explore][split]") {
    for (const char* name : {"seb-lague", "leader", "goal-and-obstacles", "opensteer", "parker"}) {
        INFO(name);
        const Scene preset = *openPreset(name);
        Scene scene = smallReef(60);
        REQUIRE(scene.apply({"attractor.old.present", 1.0}));
        REQUIRE(takeSettingsOf(preset, scene));
        CHECK(scene.attractors.size() == preset.attractors.size());
        CHECK(scene.species[0].name == "sardine");
        scene.species[0].name = preset.species[0].name;
        CHECK(differencesOf(scene, preset).empty());
        CHECK(scene.check());
    }
}

TEST_CASE("A takes no settings of another structure or another time, and the message says why",
          "[app][explore][split]") {
    const auto problemOf = [](const Scene& preset, Scene scene) {
        const Outcome taken = takeSettingsOf(preset, scene);
        return taken ? std::string() : taken.problem().text;
    };
    CHECK_THAT(problemOf(*openPreset("starlings"), smallReef(60)),
               contains("has 2 species and this scene one species"));
    CHECK_THAT(problemOf(*openPreset("zones"), smallReef(60)), contains("0.1 s of the model"));
    const Scene three = *openPreset("bait-ball");
    Scene blind = three;
    for (Species& each : blind.species) {
        each.sees.clear();
    }
    CHECK_THAT(problemOf(blind, three), contains("does not see the same species"));
}

TEST_CASE("a joined extent holds both flocks", "[app][stage][split]") {
    const FlockExtent a = ballExtent({0.0f, 0.0f, 0.0f}, 1.0f);
    const FlockExtent b = ballExtent({4.0f, 0.0f, 0.0f}, 2.0f);
    const FlockExtent both = joined(a, b);
    CHECK(both.radius == approx(3.5));
    CHECK(both.centre.x == approx(2.5));
    CHECK(joined(a, ballExtent({0.1f, 0.0f, 0.0f}, 0.2f)).radius == 1.0f);
    CHECK(joined(ballExtent({0.1f, 0.0f, 0.0f}, 0.2f), a).radius == 1.0f);
}

}  // namespace shoal::test
