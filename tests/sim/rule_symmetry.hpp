#pragma once

/// The part of rule_properties.hpp about symmetry: a rule depends on a place, a direction or the order of
/// boids only if it declares so.

#include <algorithm>
#include <utility>
#include <vector>

#include <shoal/simulation.hpp>

#include "catch.hpp"
#include "sim/rule_trial.hpp"

namespace shoal::test {

/// Rotates by 60° about the axis (1, 1, 1), exactly for multiples of three.
inline Vec3f turnedAskew(const Vec3f& a) {
    return {(2 * a.x - a.y + 2 * a.z) / 3, (2 * a.x + 2 * a.y - a.z) / 3, (-a.x + 2 * a.y + 2 * a.z) / 3};
}

/// Rotates by 90° about the vertical.
inline Vec3f turnedLevel(const Vec3f& a) {
    return {a.z, a.y, -a.x};
}

template <class Move>
std::vector<Vec3f> each(std::vector<Vec3f> vectors, const Move& move) {
    std::ranges::transform(vectors, vectors.begin(), move);
    return vectors;
}

/// Returns whether both are equal up to the rounding of sums in another order.
inline bool areClose(const std::vector<Vec3f>& a, const std::vector<Vec3f>& b) {
    float size = 1.0f;
    float difference = 0.0f;
    for (std::size_t k = 0; k < a.size(); ++k) {
        size = std::max(size, lengthOf(a[k]));
        difference = std::max(difference, lengthOf(a[k] - b[k]));
    }
    return a.size() == b.size() && difference <= 2e-5f * size;
}

TEST_CASE("every pair rule steers the same in a shifted world", "[rules][properties]") {
    const Layout layout = latticeLayout(150, 1);
    Layout moved = layout;
    moved.positions = each(layout.positions, [](const Vec3f& at) { return at + Vec3f{7, -12, 30}; });
    for (const RegisteredRule& registered : registeredRules()) {
        if (registered.kind == RuleKind::pair) {
            INFO("rule " << registered.info->key);
            const Scene scene = sceneForRule(registered);
            CHECK(areClose(stepOnce(scene, moved).steering, stepOnce(scene, layout).steering));
        }
    }
}

/// Applies a rotation made of exact ones. It is about the vertical for a rule that knows up; for one that
/// knows the axes it also permutes them cyclically.
inline Vec3f turnedFor(const RuleInfo& info, const Vec3f& a) {
    if (info.knowsUp) {
        return turnedLevel(a);
    }
    return turnedLevel(info.knowsAxes ? Vec3f{a.z, a.x, a.y} : turnedAskew(a));
}

TEST_CASE("the steering of every pair rule rotates with the world", "[rules][properties]") {
    const Layout layout = latticeLayout(150, 2);
    for (const RegisteredRule& registered : registeredRules()) {
        if (registered.kind != RuleKind::pair || registered.info->isSeeded) {
            continue;  // uses random numbers, see "every seeded rule …"
        }
        INFO("rule " << registered.info->key);
        const auto turn = [&](const Vec3f& a) { return turnedFor(*registered.info, a); };
        Layout turned = layout;
        turned.positions = each(layout.positions, turn);
        turned.velocities = each(layout.velocities, turn);
        const Scene scene = sceneForRule(registered);
        const std::vector<Vec3f> plain = stepOnce(scene, layout).steering;
        CHECK(areClose(stepOnce(scene, turned).steering, each(plain, turn)));
        if (registered.info->knowsAxes) {
            Layout askew = layout;
            askew.positions = each(layout.positions, turnedAskew);
            askew.velocities = each(layout.velocities, turnedAskew);
            CHECK_FALSE(areClose(stepOnce(scene, askew).steering, each(plain, turnedAskew)));
        }
    }
}

TEST_CASE(
    "the steering of every field rule rotates with a round world, but only about the vertical if it knows up",
    "[rules][properties]") {
    const Layout layout = latticeLayout(150, 8);
    const auto turnedTwice = [](const Vec3f& a) { return turnedLevel(turnedAskew(a)); };
    const auto turnsBy = [&](const Scene& scene, const auto& turn) {
        Layout turned = layout;
        turned.positions = each(layout.positions, turn);
        turned.velocities = each(layout.velocities, turn);
        return areClose(stepOnce(scene, turned).steering, each(stepOnce(scene, layout).steering, turn));
    };
    for (const RegisteredRule& registered : registeredRules()) {
        // For seeded rules see "every seeded rule …". Wind blows by the compass.
        if (registered.kind != RuleKind::field || registered.info->isSeeded ||
            registered.info->key == "wind") {
            continue;
        }
        INFO("rule " << registered.info->key);
        Scene scene = sceneForRule(registered);
        scene.world = {World::Shape::sphere, 3.5f, 3.5f, 3.5f};
        CHECK(turnsBy(scene, turnedLevel));
        CHECK(turnsBy(scene, turnedTwice) == !registered.info->knowsUp);
    }
}

TEST_CASE("every rule rotates with its world about the vertical", "[rules][properties]") {
    const Layout layout = latticeLayout(150, 3);
    Layout turned = layout;
    turned.positions = each(layout.positions, turnedLevel);
    turned.velocities = each(layout.velocities, turnedLevel);
    for (const RegisteredRule& registered : registeredRules()) {
        // For seeded rules see "every seeded rule …". Wind blows by the compass.
        if (registered.info->isSeeded || registered.info->key == "wind") {
            continue;
        }
        INFO("rule " << registered.info->key);
        for (const World::Shape shape : {World::Shape::box, World::Shape::sphere}) {
            Scene scene = sceneForRule(registered);
            scene.world = {shape, 3.5f, 4.0f, 5.0f};
            const Stepped plain = stepOnce(scene, layout);
            if (shape == World::Shape::box) {
                std::swap(scene.world.width, scene.world.depth);
            }
            const Stepped other = stepOnce(scene, turned);
            CHECK(areClose(other.steering, each(plain.steering, turnedLevel)));
            CHECK(areClose(other.velocities, each(plain.velocities, turnedLevel)));
            CHECK(areClose(other.positions, each(plain.positions, turnedLevel)));
        }
    }
}

TEST_CASE("every pair rule steers the same for any order of the boids", "[rules][properties]") {
    const Layout layout = latticeLayout(150, 5);
    Layout reversed = layout;
    std::ranges::reverse(reversed.positions);
    std::ranges::reverse(reversed.velocities);
    for (const RegisteredRule& registered : registeredRules()) {
        if (registered.kind == RuleKind::pair && !registered.info->isSeeded) {
            INFO("rule " << registered.info->key);
            const Scene scene = sceneForRule(registered);
            std::vector<Vec3f> steering = stepOnce(scene, reversed).steering;
            std::ranges::reverse(steering);
            CHECK(areClose(steering, stepOnce(scene, layout).steering));
        }
    }
}

}  // namespace shoal::test
