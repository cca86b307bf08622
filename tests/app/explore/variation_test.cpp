// Variations: random settings, tried out, in which the flock lives.

#include "app/explore/variation.hpp"

#include <atomic>
#include <string>

#include <shoal/preset.hpp>
#include <shoal/simulation.hpp>

#include "catch.hpp"

namespace shoal::test {

namespace {

Checkpoint runningFlock(const std::string& preset, int boids, int steps) {
    Scene scene = *openPreset(preset);
    scene.species[0].count = boids;
    Simulation simulation = *Simulation::create(scene);
    for (int step = 0; step < steps; ++step) {
        simulation.step();
    }
    return simulation.checkpoint();
}

TrialOutcome outcome(double speed, double spacing, std::size_t clusters) {
    TrialOutcome outcome;
    outcome.boids = 100;
    outcome.measures.speed.mean = speed;
    outcome.measures.nearestNeighbour = spacing;
    outcome.measures.clusters = clusters;
    return outcome;
}

const std::atomic<bool> kNotCancelled = false;

}  // namespace

TEST_CASE("a flock lives if it moves and is neither crushed nor scattered", "[app][explore]") {
    const TrialOutcome unchanged = outcome(1.0, 0.5, 1);
    CHECK(isAlive(unchanged, unchanged));
    CHECK_FALSE(isAlive(outcome(0.1, 0.5, 1), unchanged));
    CHECK_FALSE(isAlive(outcome(1.0, 0.1, 1), unchanged));
    CHECK_FALSE(isAlive(outcome(1.0, 2.0, 1), unchanged));
    CHECK_FALSE(isAlive(outcome(1.0, 0.5, 40), unchanged));
    // A flock that had many groups may keep them.
    CHECK(isAlive(outcome(1.0, 0.5, 40), outcome(1.0, 0.5, 35)));
}

TEST_CASE("a variation changes the rules' sliders within their ranges, and the flock lives",
          "[app][explore]") {
    for (const char* preset : {"reef", "zones", "rathbun"}) {
        const Checkpoint from = runningFlock(preset, 150, 300);
        const TrialOutcome unchanged = tryOut(from, {}, kNotCancelled);
        for (const Distance distance : {Distance::near, Distance::far}) {
            INFO(preset << (distance == Distance::near ? ", near" : ", far"));
            const std::vector<Edit> edits = livingVariation(from, distance, 3, kNotCancelled);
            REQUIRE_FALSE(edits.empty());
            Scene scene = from.scene();
            for (const Edit& edit : edits) {
                INFO(edit.key << " = " << edit.shown);
                CHECK(scene.apply(edit));
            }
            CHECK(scene.check());
            CHECK(isAlive(tryOut(from, edits, kNotCancelled), unchanged));
        }
    }
}

TEST_CASE("the same seed finds the same variation, and another seed another", "[app][explore]") {
    const Checkpoint from = runningFlock("reef", 100, 100);
    const auto textOf = [](const std::vector<Edit>& edits) {
        std::string text;
        for (const Edit& edit : edits) {
            text += edit.key + "=" + std::to_string(edit.shown) + "\n";
        }
        return text;
    };
    const std::string first = textOf(livingVariation(from, Distance::near, 1, kNotCancelled));
    CHECK_FALSE(first.empty());
    CHECK(textOf(livingVariation(from, Distance::near, 1, kNotCancelled)) == first);
    CHECK(textOf(livingVariation(from, Distance::near, 2, kNotCancelled)) != first);
}

TEST_CASE("a cancelled search ends without a variation", "[app][explore]") {
    const std::atomic<bool> isCancelled = true;
    CHECK(livingVariation(runningFlock("reef", 100, 10), Distance::far, 1, isCancelled).empty());
}

}  // namespace shoal::test
