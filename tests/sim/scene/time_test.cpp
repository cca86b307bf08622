#include <initializer_list>
#include <string_view>

#include <shoal/preset.hpp>

#include "sim/trial.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

bool isNear(double value, double expected, double share) {
    return std::abs(value - expected) <= share * std::abs(expected);
}

TimeSettings timeOf(float step, float speed) {
    return {.step = step, .speed = speed};
}

/// Share of the boids that decide in a step: those whose steering changes. Averaged over some steps.
double decidingShare(float step, int decisionRate) {
    Scene scene = sceneWith({"alignment.enabled=on", "alignment.radius=2", "perception.radius=2"});
    scene.time.step = step;
    scene.species[0].decisionRate = decisionRate;
    constexpr int kBoids = 600;
    Simulation simulation = placed(scene, uniformLayout(kBoids, {3.0f, 3.0f, 3.0f}, 3));
    constexpr int kSteps = 20;
    int decided = 0;
    for (int count = 0; count < kSteps; ++count) {
        simulation.step();  // all decide in the first
        const std::vector<Vec3f> before = steeringById(simulation);
        simulation.step();
        const std::vector<Vec3f> after = steeringById(simulation);
        for (std::size_t id = 0; id < before.size(); ++id) {
            decided += after[id] == before[id] ? 0 : 1;
        }
    }
    return static_cast<double>(decided) / (kSteps * kBoids);
}

/// A preset without noise, whose motion its equations determine.
struct Model {
    const char* preset;
    std::initializer_list<std::string_view> assignments;
    float step;      ///< [s] the longest
    double seconds;  ///< of the model
};

std::vector<Vec3f> positionsAfter(const Model& model, float step) {
    Scene scene = presetScene(model.preset, model.assignments);
    scene.time.step = step;
    Simulation simulation = *Simulation::create(scene);
    runSteps(simulation, static_cast<int>(std::lround(model.seconds / static_cast<double>(step))));
    return positionsById(simulation);
}

/// Returns the root mean square distance between the boids of two runs [m].
double distance(const std::vector<Vec3f>& a, const std::vector<Vec3f>& b) {
    double sum = 0.0;
    for (std::size_t id = 0; id < a.size(); ++id) {
        sum += static_cast<double>(lengthSq(a[id] - b[id]));
    }
    return std::sqrt(sum / static_cast<double>(a.size()));
}

}  // namespace

TEST_CASE("one step moves a boid by its velocity times the length of the step", "[sim][time]") {
    const Vec3f start{1.0f, 2.0f, 3.0f};
    const Vec3f velocity{0.5f, -0.25f, 1.0f};
    for (const float step : {kStepSeconds, 0.1f, 2.0f}) {
        Scene scene = sceneWith({});
        scene.time.step = step;
        Simulation simulation = placed(scene, {"one boid", {start}, {velocity}});
        for (int count = 0; count < 4; ++count) {
            simulation.step();
        }
        CAPTURE(step);
        CHECK(lengthOf(positionsById(simulation)[0] - (start + velocity * (4.0f * step))) < 1e-5f);
        CHECK(isNear(simulation.seconds(), 4.0 * static_cast<double>(step), 1e-6));
    }
}

TEST_CASE("in the time of the model boids decide equally often for any step", "[sim][time]") {
    for (const float step : {0.001f, 0.005f, 0.01f, kStepSeconds, 0.05f, 1.0f}) {
        CAPTURE(step);
        CHECK(decidingShare(step, Species{}.decisionRate) > 0.95);
    }
    CHECK(decidingShare(0.05f, 60) > 0.95);
    CHECK(isNear(decidingShare(0.05f, 10), 1.0 / 2, 0.05));
    CHECK(isNear(decidingShare(0.05f, 4), 1.0 / 5, 0.05));
    CHECK(isNear(decidingShare(kStepSeconds, 10), 1.0 / 6, 0.05));
    CHECK(decidingShare(0.5f, 10) > 0.95);
}

TEST_CASE("a whole number of steps passes in a second of real time", "[sim][time]") {
    CHECK(TimeSettings{}.stepsPerSecond() == 60);
    CHECK(isNear(TimeSettings{}.ratio(), 1.0, 1e-6));
    CHECK(timeOf(0.1f, 1.0f).stepsPerSecond() == 10);
    CHECK(timeOf(0.1f, 6.0f).stepsPerSecond() == 60);
    CHECK(timeOf(1.0f, 60.0f).stepsPerSecond() == 60);
    CHECK(timeOf(0.3f, 1.0f).stepsPerSecond() == 3);
    CHECK(isNear(timeOf(0.3f, 1.0f).ratio(), 0.9, 1e-6));
    CHECK(timeOf(10.0f, 0.01f).stepsPerSecond() == 1);
    CHECK(timeOf(0.001f, 1000.0f).stepsPerSecond() == 960);
}

TEST_CASE("the default step is exactly a sixtieth of a second", "[sim][time]") {
    CHECK(TimeSettings{}.modelSeconds(3600.0) == 60.0);
    CHECK(TimeSettings{}.realSeconds(3600.0) == 60.0);
}

TEST_CASE("step and speed change only before the first step", "[sim][time]") {
    auto simulation = Simulation::create(sceneWith({}));
    REQUIRE(simulation);
    CHECK(simulation->apply({"time.step", 0.1}));
    simulation->step();
    const auto late = simulation->apply({"time.step", 0.2});
    REQUIRE_FALSE(late);
    CHECK(late.problem().text == "time.step can only change before the first step");
    CHECK_FALSE(simulation->apply({"time.speed", 3.0}));
    CHECK(simulation->scene().time == timeOf(0.1f, 1.0f));
    simulation->restart(1);
    CHECK(simulation->apply({"time.step", 0.2}));
}

TEST_CASE("a preset keeps its time, and has none by default", "[sim][time][preset]") {
    Scene scene = sceneWith({});
    CHECK(presetText(scene).find("[time]") == std::string::npos);
    scene.time = timeOf(0.1f, 3.0f);
    const auto again = parsePreset(presetText(scene), "again.toml");
    REQUIRE(again);
    CHECK(again->time == scene.time);
    const auto wrong = parsePreset("[time]\nstep = 0\n[species.fish]\n", "night.toml");
    REQUIRE_FALSE(wrong);
    CHECK(wrong.problem().text.find("night.toml:2:8: ") == 0);
}

// The method is of first order.
TEST_CASE("half the step makes half the error", "[sim][time][convergence]") {
    for (const Model& model : {
             Model{"cucker-smale", {"count=60"}, kStepSeconds, 2.0},
             Model{"dorsogna", {"count=40"}, kStepSeconds, 2.0},
             Model{"flagtails", {"flagtail.noise=0"}, 0.01f, 0.5},
             Model{"reef", {"count=60", "wander.enabled=off"}, kStepSeconds, 1.0},
             Model{"leader", {"count=30"}, kStepSeconds, 1.0},
             Model{"goal-and-obstacles", {"count=30"}, kStepSeconds, 1.0},
         }) {
        const std::vector<Vec3f> whole = positionsAfter(model, model.step);
        const std::vector<Vec3f> half = positionsAfter(model, model.step / 2);
        const std::vector<Vec3f> quarter = positionsAfter(model, model.step / 4);
        const double ratio = distance(whole, half) / distance(half, quarter);
        CAPTURE(model.preset, ratio);
        CHECK(ratio > 1.7);
        CHECK(ratio < 2.4);
    }
}
