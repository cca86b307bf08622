// Phase diagrams: copies run in the background, with the same results on any number of threads.

#include "app/explore/phase_diagram.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <functional>
#include <string>
#include <thread>

#include <fmt/format.h>

#include <shoal/preset.hpp>
#include <shoal/simulation.hpp>

#include "app/explore/trial.hpp"
#include "app/program_run.hpp"
#include "app/small_reef.hpp"
#include "catch.hpp"

namespace shoal::test {

namespace {

const std::atomic<bool> kGoesOn = false;

PhaseAxes axesTo(double most) {
    PhaseAxes axes{kWeight, kCohesionWeight, {}, {}};
    for (std::size_t node = 0; node < kPhaseSide; ++node) {
        axes.xs[node] = axes.ys[node] = most * static_cast<double>(node) / (kPhaseSide - 1);
    }
    return axes;
}

/// Waits at its end for all runs, which must not go on while the test program ends.
struct Threads {
    ~Threads() { waitUntil(hasBackgroundEnded, 60.0); }
    Background background;
};

/// Asks for the diagram until this many runs are done, and returns its results.
PhaseGrid gridAfter(PhaseDiagram& diagram, const Scene& scene, const PhaseAxes& axes, std::size_t runs) {
    diagram.ask(scene, 1, axes, 0.0);
    for (int wait = 0; diagram.grid().done < runs; ++wait) {
        REQUIRE(wait < 200000);  // long, because its threads have a low priority
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        diagram.ask(scene, 1, axes, 10.0);
    }
    return diagram.grid();
}

double secondsOf(const std::function<void()>& task) {
    const auto start = std::chrono::steady_clock::now();
    task();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Whether two samples hold the same numbers, or none in the same places.
bool areSame(const MeasureSample& a, const MeasureSample& b) {
    return std::ranges::equal(a.values, b.values,
                              [](float x, float y) { return x == y || (std::isnan(x) && std::isnan(y)); });
}

}  // namespace

TEST_CASE("a diagram's results are the same bits on one thread and on three", "[app][explore][pad]") {
    const Scene scene = smallReef(12);
    const PhaseAxes axes = axesTo(4.0);
    Threads threads;
    PhaseDiagram one(threads.background, 1);
    PhaseDiagram three(threads.background, 3);
    const PhaseGrid a = gridAfter(one, scene, axes, kPhaseSide * kPhaseSide);
    const PhaseGrid b = gridAfter(three, scene, axes, kPhaseSide * kPhaseSide);
    for (std::size_t index = 0; index < a.nodes.size(); ++index) {
        REQUIRE(a.nodes[index]);
        REQUIRE(b.nodes[index]);
        CHECK(areSame(*a.nodes[index], *b.nodes[index]));
    }
    // A run by itself gives the same values, too.
    const auto alone = runNode(reducedFor(scene), axes, 5, 9, kGoesOn);
    REQUIRE(alone);
    CHECK(areSame(*alone, *a.at(5, 9)));
    CHECK(a.at(0, 0)->values != a.at(16, 16)->values);
}

TEST_CASE("the coarse grid comes first", "[app][explore][pad]") {
    Threads threads;
    PhaseDiagram diagram(threads.background, 1);
    const PhaseGrid grid = gridAfter(diagram, smallReef(12), axesTo(4.0), 25);
    for (std::size_t y = 0; y < kPhaseSide; y += 4) {
        for (std::size_t x = 0; x < kPhaseSide; x += 4) {
            CHECK(grid.at(x, y));
        }
    }
}

TEST_CASE("another setting starts a new diagram, and the previous one is kept", "[app][explore][pad]") {
    Threads threads;
    PhaseDiagram diagram(threads.background, 2);
    const Scene scene = smallReef(12);
    const PhaseAxes axes = axesTo(4.0);
    const std::size_t done = gridAfter(diagram, scene, axes, 30).done;
    Scene other = scene;
    REQUIRE(other.apply({"species.sardine.separation.weight", 2.0}));
    diagram.ask(other, 2, axes, 20.0);
    CHECK(diagram.grid().done == 0);
    CHECK_FALSE(diagram.isRunning());
    diagram.ask(other, 2, axes, 20.1);
    CHECK_FALSE(diagram.isRunning());  // it may still be dragged
    diagram.ask(other, 2, axes, 21.0);
    CHECK(diagram.isRunning());
    diagram.ask(scene, 3, axes, 30.0);
    CHECK(diagram.grid().done >= done);
    // The diagram does not depend on the two sliders' own values, the look or the camera.
    Scene moved = scene;
    REQUIRE(moved.apply({kWeight, 0.7}));
    REQUIRE(moved.apply({"look.turbidity", 2.0}));
    diagram.ask(moved, 4, axes, 40.0);
    CHECK(diagram.grid().done >= done);
    diagram.stop();
    CHECK_FALSE(diagram.isRunning());
}

TEST_CASE("nobody waits for the runs of a diagram that is given up", "[app][explore][pad]") {
    Threads threads;
    Scene scene = smallReef(kPhaseBoids);
    while (scene.species.size() < kMaxSpecies) {  // so that a step takes long
        scene.species.push_back(scene.species[0]);
        scene.species.back().name = fmt::format("sardine{}", scene.species.size());
    }
    auto simulation = Simulation::create(scene, {.threads = 1, .isa = {}});
    REQUIRE(simulation);
    const double step = secondsOf([&] { simulation->step(); });
    std::array<double, 9> waits{};
    for (double& wait : waits) {
        PhaseDiagram diagram(threads.background, 4);
        diagram.ask(scene, 1, axesTo(4.0), 0.0);
        diagram.ask(scene, 1, axesTo(4.0), 1.0);
        REQUIRE(diagram.isRunning());
        std::this_thread::sleep_for(std::chrono::duration<double>(step));
        wait = secondsOf([&] { diagram.stop(); });
    }
    std::ranges::sort(waits);
    CHECK(waits[4] < step / 4.0);  // a busy machine may hold up some
}

TEST_CASE("a reduced scene has fewer boids at the same density", "[app][explore][pad]") {
    const Scene reef = *openPreset("reef");
    const Scene reduced = reducedFor(reef);
    REQUIRE(reef.species[0].count > kPhaseBoids);
    CHECK(reduced.species[0].count == kPhaseBoids);
    const auto density = [](const Scene& scene) {
        const float radius = scene.species[0].start.radius;
        return static_cast<double>(scene.species[0].count) / static_cast<double>(radius * radius * radius);
    };
    CHECK(density(reduced) == approx(density(reef)).epsilon(0.001));
    CHECK(reduced.world.width < reef.world.width);
    CHECK(reduced.check());
    for (const char* name : {"bait-ball", "stampede", "vicsek", "carpentier"}) {
        INFO(name);
        const Scene scene = reducedFor(*openPreset(name));
        const Outcome checked = scene.check();
        CHECK(checked);
    }
}

TEST_CASE("the means of a trial cover only its last steps, and a cancelled trial has none",
          "[app][explore][pad]") {
    auto simulation = Simulation::create(smallReef(12), {.threads = 1, .isa = {}});
    REQUIRE(simulation);
    const auto last = runTrial(*simulation, {.steps = 40}, kGoesOn);
    REQUIRE(last);
    const Flock& flock = simulation->flocks()[0];
    const double polarisation = measureMotion(flock.now(), flock.count()).polarisation;
    CHECK(*last->of("polarisation") == static_cast<float>(polarisation));
    auto again = Simulation::create(smallReef(12), {.threads = 1, .isa = {}});
    const auto mean = runTrial(*again, {.steps = 40, .averaged = 20, .interval = 5}, kGoesOn);
    REQUIRE(mean);
    CHECK(again->hash() == simulation->hash());
    CHECK(*mean->of("polarisation") != *last->of("polarisation"));
    const std::atomic<bool> isCancelled = true;
    CHECK_FALSE(runTrial(*again, {.steps = 40}, isCancelled));
}

}  // namespace shoal::test
