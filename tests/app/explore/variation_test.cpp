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

MeasureSample outcome(float speed, float spacing, float clusters) {
    MeasureSample outcome;
    outcome.put("speed_mean_m_s", speed);
    outcome.put("nearest_neighbour_m", spacing);
    outcome.put("clusters", clusters);
    return outcome;
}

const std::atomic<bool> kNotCancelled = false;

}  // namespace

TEST_CASE("a flock lives if it moves and is neither crushed nor scattered", "[app][explore]") {
    const MeasureSample unchanged = outcome(1.0f, 0.5f, 1.0f);
    CHECK(isAlive(unchanged, unchanged, 100));
    CHECK_FALSE(isAlive(outcome(0.1f, 0.5f, 1.0f), unchanged, 100));
    CHECK_FALSE(isAlive(outcome(1.0f, 0.1f, 1.0f), unchanged, 100));
    CHECK_FALSE(isAlive(outcome(1.0f, 2.0f, 1.0f), unchanged, 100));
    CHECK_FALSE(isAlive(outcome(1.0f, 0.5f, 40.0f), unchanged, 100));
    CHECK_FALSE(isAlive(MeasureSample(), unchanged, 100));
    // A flock that had many groups may keep them.
    CHECK(isAlive(outcome(1.0f, 0.5f, 40.0f), outcome(1.0f, 0.5f, 35.0f), 100));
}

TEST_CASE("a variation changes the rules' sliders within their ranges, and the flock lives",
          "[app][explore]") {
    for (const char* preset : {"reef", "zones", "rathbun"}) {
        const Checkpoint from = runningFlock(preset, 150, 300);
        const MeasureSample unchanged = tryOut(from, {}, kNotCancelled);
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
            CHECK(isAlive(tryOut(from, edits, kNotCancelled), unchanged, 150));
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
