// A push of one boid, and how fast it spreads.

#include "play/what_if.hpp"

#include <shoal/preset.hpp>

#include "play/play.hpp"

namespace shoal::test {

namespace {

/// Boids at rest on a line, a metre apart.
Simulation row(float firstOffset, const std::vector<std::size_t>& moved) {
    Scene scene = *openPreset("reef");
    scene.species[0].count = 5;
    scene.species[0].bodyLength = 1.0f;
    scene.time.step = 0.5f;
    Simulation simulation = *Simulation::create(scene, {.threads = 1, .isa = {}});
    std::vector<Vec3f> places;
    for (std::size_t id = 0; id < 5; ++id) {
        places.push_back({static_cast<float>(id), 0.0f, 0.0f});
    }
    for (const std::size_t id : moved) {
        places[id].y = firstOffset;
    }
    REQUIRE(simulation.place(0, places, std::vector<Vec3f>(5)));
    return simulation;
}

Play runningReef() {
    Scene scene = *openPreset("reef");
    scene.species[0].count = 300;
    Session session(std::move(scene), {.threads = 1, .isa = {}});
    for (int step = 0; step < 60; ++step) {
        session.stepOnce();
    }
    return Play(std::move(session));
}

}  // namespace

TEST_CASE("the front's speed is the farthest reach over the time that it took", "[app][explore][what_if]") {
    WhatIf whatIf(row(0.0f, {}), {{.species = 0, .id = 1}});
    const auto update = [&whatIf](const Simulation& a, std::uint64_t steps) {
        const Simulation b = row(0.0f, {});
        whatIf.update({a.scene(), a.flocks(), steps}, {b.scene(), b.flocks(), steps});
    };
    Simulation equal = row(0.0f, {});
    update(equal, 0);
    CHECK(whatIf.spread().differing == 0);
    CHECK(whatIf.spread().speed() == 0.0);
    // Too little to count.
    Simulation hardly = row(0.04f, {1, 4});
    update(hardly, 1);
    CHECK(whatIf.spread().differing == 0);
    CHECK(whatIf.spread().distances[0][4] == approx(0.04f));
    Simulation alone = row(0.1f, {1});
    update(alone, 2);
    CHECK(whatIf.spread().differing == 1);
    CHECK(whatIf.spread().speed() == 0.0);
    Simulation spread = row(0.1f, {1, 2, 4});
    update(spread, 4);
    CHECK(whatIf.spread().differing == 3);
    CHECK(whatIf.spread().reach == 3.0f);
    CHECK(whatIf.spread().speed() == approx(1.5));
    // At the end of the flock the front has arrived: its speed stays.
    update(spread, 40);
    CHECK(whatIf.spread().speed() == approx(1.5));
}

TEST_CASE("a push turns one boid of A to the right, and B goes on as without it", "[app][explore][what_if]") {
    CHECK(turnedRight({0.0f, 1.0f, -2.0f}) == Vec3f{2.0f, 1.0f, 0.0f});
    Play alone = runningReef();
    Play play = runningReef();
    play.split(play.session().simulation().scene(), BoidChange{{.species = 0, .id = 123}});
    const Simulation& a = play.beside()->simulation();
    const Simulation& b = play.session().simulation();
    const FlockState& inA = a.flocks()[0].now();
    const FlockState& inB = b.flocks()[0].now();
    CHECK(inA.byId(inA.position) == inB.byId(inB.position));
    const auto ofA = inA.byId(inA.velocity);
    auto ofB = inB.byId(inB.velocity);
    CHECK(ofA[123] == turnedRight(ofB[123]));
    ofB[123] = ofA[123];
    CHECK(ofA == ofB);
    Published published;
    play.publish(published);
    REQUIRE(published.spread);
    CHECK(std::ranges::count(published.spread->distances[0], 0.0f) == 300);
    for (int step = 0; step < 120; ++step) {
        alone.step();
        play.step();
    }
    CHECK(b.hash() == alone.session().simulation().hash());
    play.publish(published);
    CHECK(published.spread->differing > 1);
    CHECK(published.spread->speed() > 0.0);
    play.endSplit();
    play.publish(published);
    CHECK_FALSE(published.spread);
}

TEST_CASE("without one boid, A goes on as if only that were gone", "[app][explore][what_if]") {
    Play play = runningReef();
    play.split(play.session().simulation().scene(), BoidChange{{.species = 0, .id = 123}, true});
    const FlockState& inA = play.beside()->simulation().flocks()[0].now();
    const FlockState& inB = play.session().simulation().flocks()[0].now();
    auto placesInB = inB.byId(inB.position);
    auto velocitiesInB = inB.byId(inB.velocity);
    for (auto* column : {&placesInB, &velocitiesInB}) {
        (*column)[123] = column->back();
        column->pop_back();
    }
    CHECK(inA.byId(inA.position) == placesInB);
    CHECK(inA.byId(inA.velocity) == velocitiesInB);
    Published published;
    play.publish(published);
    REQUIRE(published.spread);
    CHECK(published.spread->differing == 0);
    play.step();
    play.publish(published);
    // A step later, no boid is elsewhere than it is in B by more than a step can change.
    CHECK(*std::ranges::max_element(published.spread->distances[0]) < 0.01f);
    for (int step = 0; step < 240; ++step) {
        play.step();
    }
    play.publish(published);
    CHECK(published.spread->differing > 1);
    CHECK(published.spread->speed() > 0.0);
}

TEST_CASE("a boid that an edit has removed meanwhile is not changed, and nothing is compared",
          "[app][explore][what_if]") {
    Play play = runningReef();
    // After going back in time, the window may still show more boids than the flock has.
    Scene shownBefore = play.session().simulation().scene();
    shownBefore.species[0].count = 1000;
    const BoidName inNeither{.species = 0, .id = 100'000};
    const BoidName inAOnly{.species = 0, .id = 700};
    const BoidName ofAnotherScene{.species = 3, .id = 1};
    for (const bool isRemoved : {true, false}) {
        for (const BoidName& boid : {inNeither, inAOnly, ofAnotherScene}) {
            play.split(shownBefore, BoidChange{boid, isRemoved});
            play.step();
            Published published;
            play.publish(published);
            CHECK(published.a);
            CHECK_FALSE(published.spread);
        }
    }
}

TEST_CASE("a boid that only takes the id of a removed one is no front", "[app][explore][what_if]") {
    Scene scene = *openPreset("reef");
    scene.species[0].count = 300;
    for (const std::string_view rule : {"separation", "alignment", "cohesion"}) {
        scene.species[0].rules.find(rule)->isEnabled = false;
    }
    Play play{Session(std::move(scene), {.threads = 1, .isa = {}})};
    play.split(play.session().simulation().scene(), BoidChange{{.species = 0, .id = 123}, true});
    for (int step = 0; step < 120; ++step) {
        play.step();
    }
    Published published;
    play.publish(published);
    REQUIRE(published.spread);
    CHECK(published.spread->differing == 1);
    CHECK(published.spread->speed() == 0.0);
}

}  // namespace shoal::test
