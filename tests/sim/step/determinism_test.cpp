#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <shoal/preset.hpp>

#include "catch.hpp"
#include "sim/trial.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

// Scenes that together take every path of a step.
std::vector<Scene> scenes() {
    const auto with = [](std::initializer_list<std::string_view> more) {
        Scene scene = sceneWith({"world.width=16", "world.height=12", "world.depth=14", "count=2500",
                                 "start.radius=6", "perception.radius=1", "separation.enabled=on",
                                 "alignment.enabled=on", "cohesion.enabled=on", "limit_speed.enabled=on"});
        for (const std::string_view assignment : more) {
            REQUIRE(scene.applyText(assignment));
        }
        return scene;
    };
    std::vector<Scene> result;
    result.push_back(with({"wander.enabled=on", "contain.enabled=on"}));
    result.push_back(with({"wrap.enabled=on", "perception.blind_angle=90", "limit_turn.enabled=on"}));
    result.push_back(with({"perception.kind=nearest", "perception.radius=3", "bounce.enabled=on",
                           "limit_acceleration.enabled=on", "world.shape=sphere"}));
    result.push_back(with({"perception.kind=nearest", "wrap.enabled=on", "perception.blind_angle=120"}));
    result.push_back(with(
        {"perception.kind=balanced", "perception.count=16", "perception.radius=4", "bounce.enabled=on"}));
    result.push_back(
        with({"perception.kind=voronoi", "perception.count=24", "perception.radius=4", "wrap.enabled=on"}));
    result.push_back(with({"perception.kind=spread", "perception.radius=4", "bounce.enabled=on"}));
    result.push_back(with({"perception.kind=spread", "perception.spread=10", "perception.radius=12",
                           "perception.max_candidates=64", "wrap.enabled=on", "decision_rate=10"}));
    result.push_back(with({"cohesion.enabled=off", "start.radius=0.01", "count=200"}));
    result.push_back(with({"separation.enabled=off", "alignment.enabled=off", "cohesion.enabled=off"}));
    return result;
}

std::string hashAfter(const Scene& scene, int steps, const SimulationOptions& options) {
    Simulation simulation = *Simulation::create(scene, options);
    for (int step = 0; step < steps; ++step) {
        simulation.step();
    }
    return hashText(simulation.hash());
}

constexpr int kSteps = 12;

}  // namespace

TEST_CASE("the hash is the same for any number of threads", "[sim][determinism]") {
    for (std::size_t k = 0; const Scene& scene : scenes()) {
        INFO("scene " << k++);
        const std::string one = hashAfter(scene, kSteps, {.threads = 1, .isa = {}});
        for (const int threads : {2, 3, 8}) {
            INFO(threads << " threads");
            CHECK(hashAfter(scene, kSteps, {.threads = threads, .isa = {}}) == one);
        }
    }
}

TEST_CASE("every built-in preset steps identically on one thread and on four", "[sim][determinism]") {
    for (const BuiltinPreset& preset : builtinPresets()) {
        INFO(preset.name);
        Scene scene = *openPreset(std::string(preset.name));
        for (const double rate : {60.0, 10.0}) {
            INFO(rate << " decisions a second");
            for (const Species& species : std::vector(scene.species)) {
                REQUIRE(scene.apply({species.name + ".decision_rate", rate}));
            }
            // SSE2, because the thread sanitizer does not see loads of more than 16 bytes.
            CHECK(hashAfter(scene, 3, {.threads = 4, .isa = Isa::baseline}) ==
                  hashAfter(scene, 3, {.threads = 1, .isa = {}}));
        }
    }
}

TEST_CASE("the hash is the same for any instruction set", "[sim][determinism]") {
    for (std::size_t k = 0; const Scene& scene : scenes()) {
        INFO("scene " << k++);
        const std::string baseline = hashAfter(scene, kSteps, {.threads = 1, .isa = Isa::baseline});
        for (const Isa isa : everyIsa()) {
            INFO(isaName(isa));
            CHECK(hashAfter(scene, kSteps, {.threads = 1, .isa = isa}) == baseline);
        }
    }
}

TEST_CASE("fused and separate rules give the same bits", "[sim][determinism]") {
    for (std::size_t k = 0; const Scene& scene : scenes()) {
        INFO("scene " << k++);
        for (const Isa isa : everyIsa()) {
            INFO(isaName(isa));
            CHECK(hashAfter(scene, kSteps, {.threads = 1, .isa = isa, .isFused = false}) ==
                  hashAfter(scene, kSteps, {.threads = 1, .isa = isa, .isFused = true}));
        }
    }
}

TEST_CASE("fused and separate rules agree to the bit for every choice of the classic rules",
          "[sim][determinism]") {
    const Layout layout = clustered(700, 21);
    for (int chosen = 0; chosen < 8; ++chosen) {
        Scene scene = sceneWith({"perception.radius=1.2", "separation.radius=0.4"});
        RuleSet& rules = scene.species[0].rules;
        rules.find("separation")->isEnabled = (chosen & 1) != 0;
        rules.find("alignment")->isEnabled = (chosen & 2) != 0;
        rules.find("cohesion")->isEnabled = (chosen & 4) != 0;
        INFO("rules " << chosen);
        const Stepped fused = stepOnce(scene, layout, {.threads = 1, .isa = {}, .isFused = true});
        const Stepped apart = stepOnce(scene, layout, {.threads = 1, .isa = {}, .isFused = false});
        CHECK(fused.steering == apart.steering);
        CHECK(fused.positions == apart.positions);
    }
}

TEST_CASE("a restart reproduces the run", "[sim][determinism]") {
    for (std::size_t k = 0; const Scene& scene : scenes()) {
        INFO("scene " << k++);
        Simulation simulation = *Simulation::create(scene, {.threads = 2, .isa = {}});
        const auto run = [&] {
            for (int step = 0; step < kSteps; ++step) {
                simulation.step();
            }
            return simulation.hash();
        };
        const std::uint64_t start = simulation.hash();
        const std::uint64_t first = run();
        simulation.restart(scene.seed);
        CHECK(simulation.hash() == start);
        CHECK(simulation.stepCount() == 0);
        CHECK(run() == first);
        simulation.restart(scene.seed + 1);
        CHECK(simulation.hash() != start);
        CHECK(run() != first);
        REQUIRE(simulation.load(scene));
        CHECK(run() == first);
    }
}

TEST_CASE("the hash depends on a single bit of a single boid", "[sim][determinism]") {
    const Scene scene = sceneWith({});
    const Layout layout = uniformLayout(50, {3, 3, 3}, 1);
    const std::uint64_t whole = placed(scene, layout).hash();
    CHECK(placed(scene, layout).hash() == whole);
    Layout moved = layout;
    moved.positions[20].z = std::nextafter(moved.positions[20].z, 10.0f);
    CHECK(placed(scene, moved).hash() != whole);
    Layout turned = layout;
    turned.velocities[49].x = std::nextafter(turned.velocities[49].x, 10.0f);
    CHECK(placed(scene, turned).hash() != whole);
    Layout swapped = layout;
    std::swap(swapped.positions[3], swapped.positions[4]);
    CHECK(placed(scene, swapped).hash() != whole);
}

TEST_CASE("a hash is written as sixteen hex digits", "[sim][determinism]") {
    CHECK(hashText(0) == "0000000000000000");
    CHECK(hashText(0x0123456789abcdefULL) == "0123456789abcdef");
}
