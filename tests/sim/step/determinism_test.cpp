#include <fmt/format.h>

#include <shoal/preset.hpp>

#include "sim/trial.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

/// A scene and, if its start does not suit, where its boids are.
struct Case {
    std::string name;
    Scene scene;
    Layout layout = {};
    int steps = 12;
};

/// Scenes that together take every path of a step.
std::vector<Case> cases() {
    std::vector<Case> result;
    const auto add = [&](const std::string& name, std::initializer_list<std::string_view> more) {
        Scene scene = sceneWith({"world.width=16", "world.height=12", "world.depth=14", "count=2500",
                                 "start.radius=6", "perception.radius=1", "separation.enabled=on",
                                 "alignment.enabled=on", "cohesion.enabled=on", "limit_speed.enabled=on"});
        for (const std::string_view assignment : more) {
            REQUIRE(scene.applyText(assignment));
        }
        result.push_back({name, scene});
    };
    add("walls", {"wander.enabled=on", "contain.enabled=on"});
    add("wrap", {"wrap.enabled=on", "perception.blind_angle=90", "limit_turn.enabled=on"});
    add("nearest in a sphere", {"perception.kind=nearest", "perception.radius=3", "bounce.enabled=on",
                                "limit_acceleration.enabled=on", "world.shape=sphere"});
    add("nearest", {"perception.kind=nearest", "wrap.enabled=on", "perception.blind_angle=120"});
    add("balanced",
        {"perception.kind=balanced", "perception.count=16", "perception.radius=4", "bounce.enabled=on"});
    add("voronoi",
        {"perception.kind=voronoi", "perception.count=24", "perception.radius=4", "wrap.enabled=on"});
    add("spread", {"perception.kind=spread", "perception.radius=4", "bounce.enabled=on"});
    add("spread, sampled and staggered",
        {"perception.kind=spread", "perception.spread=10", "perception.radius=12",
         "perception.max_candidates=64", "wrap.enabled=on", "decision_rate=10"});
    add("a knot", {"cohesion.enabled=off", "start.radius=0.01", "count=200"});
    for (int chosen = 0; chosen < 7; ++chosen) {
        add("classic rules " + std::to_string(chosen), {"count=700", "start.radius=4"});
        RuleSet& rules = result.back().scene.species[0].rules;
        rules.find("separation")->isEnabled = (chosen & 1) != 0;
        rules.find("alignment")->isEnabled = (chosen & 2) != 0;
        rules.find("cohesion")->isEnabled = (chosen & 4) != 0;
    }
    add("sums of a large flock",
        {"count=20000", "start.radius=30", "separation.enabled=off", "alignment.enabled=off",
         "cohesion.enabled=off", "flock_cohesion.enabled=on", "flock_pull.enabled=on",
         "flock_alignment.enabled=on", "direction_memory.enabled=on", "own_speed.enabled=on",
         "own_speed.alignment=0.5"});
    result.back().steps = 5;
    add("a sampled crowd", {"perception.radius=2", "wander.enabled=on", "limit_speed.enabled=off"});
    result.back().layout = uniformLayout(6000, {0.5f, 0.5f, 0.5f}, 11);
    result.back().steps = 5;
    // More than one task and more than one part of the sort, so that boids cross the borders of both. A dense
    // crowd, and boids that coincide.
    Layout staggered = uniformLayout(20000, {9.0f, 9.0f, 9.0f}, 24);
    for (std::size_t k = 0; k < 1500; ++k) {
        staggered.positions[k] = k < 700 ? staggered.positions[k] * 0.05f : staggered.positions[k - k % 3];
    }
    for (const char* more : {"perception.max_candidates=128", "perception.blind_angle=100"}) {
        add("phases of a large flock", {"decision_rate=20", "wander.enabled=on", more});
        result.back().layout = staggered;
        result.back().steps = 7;
    }
    // Large enough that the sort of a step is split over threads; an odd number, so that the parts differ. A
    // fifth is in one dense knot and a few are far away.
    Layout large = uniformLayout(40003, {14, 11, 13}, 33);
    for (std::size_t k = 0; k < large.count(); k += 5) {
        large.positions[k] = large.positions[k] * 0.25f + Vec3f{3, -2, 5};
    }
    large.positions[1] = {300, 1, 2};
    large.positions[40002] = {-20, -500, 3};
    for (const char* bounds : {"contain.enabled=off", "wrap.enabled=on"}) {
        add("a large flock", {"world.width=28", "world.height=22", "world.depth=26", "perception.radius=0.4",
                              "wander.enabled=on", bounds});
        result.back().layout = large;
        result.back().steps = 2;
    }
    return result;
}

std::string hashAfter(const Scene& scene, int steps, const SimulationOptions& options,
                      const Layout& layout = {}) {
    Simulation simulation =
        layout.count() > 0 ? placed(scene, layout, options) : *Simulation::create(scene, options);
    runSteps(simulation, steps);
    return hashText(simulation.hash());
}

}  // namespace

TEST_CASE("the hash is the same for any number of threads, instruction set and fusing",
          "[sim][determinism]") {
    for (const Case& each : cases()) {
        const auto hashWith = [&](const SimulationOptions& options) {
            return hashAfter(each.scene, each.steps, options, each.layout);
        };
        const std::string one = hashWith({.threads = 1, .isa = Isa::baseline});
        for (const int threads : {2, 3, 8}) {
            CAPTURE(each.name, threads);
            CHECK(hashWith({.threads = threads, .isa = {}}) == one);
        }
        for (const Isa isa : everyIsa()) {
            CAPTURE(each.name, isaName(isa));
            CHECK(hashWith({.threads = 1, .isa = isa}) == one);
            CHECK(hashWith({.threads = 2, .isa = isa, .isFused = false}) == one);
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
