#pragma once

/// Scenes and layouts for the property tests of rules.

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <shoal/random.hpp>
#include <shoal/simulation.hpp>

#include "sim/trial.hpp"

namespace shoal::test {

/// Returns a scene in which only this rule is enabled; a limit rule also gets something to limit.
inline Scene sceneForRule(const RegisteredRule& registered) {
    Scene scene = sceneWith({"perception.radius=1.5", "world.width=8", "world.height=9", "world.depth=10"});
    scene.species[0].rules.find(registered.info->key)->isEnabled = true;
    if (registered.kind == RuleKind::limit) {
        scene.species[0].rules.find("separation")->isEnabled = true;
        scene.species[0].rules.find("alignment")->isEnabled = true;
    }
    if (registered.info->key == "roost") {  // acts on boids outside its radius
        REQUIRE(scene.apply({"roost.radius", 1.0}));
    }
    return scene;
}

/// Adds something to the scene for each rule that responds to the world.
inline void furnish(Scene& scene) {
    scene.attractors.push_back(
        {.name = "lure", .x = 1.0f, .y = 0.5f, .z = -1.0f, .pull = 6.0f, .reach = 5.0f});
    scene.attractors.push_back(
        {.name = "scare", .x = -1.5f, .y = 0.0f, .z = 1.0f, .pull = -9.0f, .reach = 3.0f});
    scene.goals.push_back({.name = "light", .x = 2.0f, .y = 1.0f, .z = 0.5f, .circle = 1.0f, .period = 5.0f});
    scene.obstacles.push_back({.name = "rock", .x = -2.0f, .y = -1.0f, .z = -2.0f, .width = 1.5f});
    scene.ground.form = Ground::Form::hills;
    scene.ground.level = -2.0f;
    scene.ground.size = 6.0f;
}

/// Returns distinct boids on a lattice whose offsets, squares and rotations by `turnedAskew` are exact in
/// floats. Rounding then never moves a boid across a rule's radius, so any difference comes from the rule.
inline Layout latticeLayout(std::size_t count, std::uint64_t seed) {
    constexpr float kSpacing = 3.0f / 32.0f;
    RandomSequence random(seed, 3);
    const auto onLattice = [&random](float largest) {
        const auto draw = [&] { return std::floor(random.uniform(-largest, largest)) * kSpacing; };
        return Vec3f{draw(), draw(), draw()};
    };
    Layout layout{"lattice", {}, {}};
    while (layout.count() < count) {
        const Vec3f at = onLattice(24);
        if (std::ranges::find(layout.positions, at) == layout.positions.end()) {
            layout.positions.push_back(at);
            layout.velocities.push_back(onLattice(12));
        }
    }
    return layout;
}

}  // namespace shoal::test
