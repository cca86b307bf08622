#include "viewer/inspect/steering_words.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include <shoal/rule_set.hpp>

namespace shoal {

namespace {

/// A change of velocity per second below this fraction of the speed is not mentioned.
constexpr float kHardly = 0.02f;

/// A direction as seen by the boid.
struct Direction {
    Vec3f unit;
    std::string_view name;
};

/// Returns the six directions of a boid. A boid at rest looks along −z; one that moves vertically has +x at
/// its right.
std::array<Direction, 6> directionsOf(const Inspection& inspection) {
    constexpr float kTiny = 1e-6f;
    const float speed = magnitudeOf(inspection.velocity);
    const Vec3f ahead = speed > kTiny ? inspection.velocity * (1.0f / speed) : Vec3f{0.0f, 0.0f, -1.0f};
    const Vec3f level = cross(ahead, Vec3f{0.0f, 1.0f, 0.0f});
    const float width = magnitudeOf(level);
    const Vec3f right = width > kTiny ? level * (1.0f / width) : Vec3f{1.0f, 0.0f, 0.0f};
    const Vec3f up = cross(right, ahead);
    return {{{ahead, "forwards"},
             {-ahead, "backwards"},
             {-right, "to its left"},
             {right, "to its right"},
             {up, "upwards"},
             {-up, "downwards"}}};
}

}  // namespace

float magnitudeOf(const Vec3f& a) {
    return std::sqrt(lengthSq(a));
}

std::string pushName(const Scene& scene, std::size_t speciesIndex, std::string_view rule,
                     std::size_t observedIndex) {
    const auto rules = registeredRules();
    const auto found =
        std::ranges::find(rules, rule, [](const RegisteredRule& each) { return each.info->key; });
    const std::string title(found == rules.end() ? rule : found->info->title);
    return observedIndex == speciesIndex || observedIndex >= scene.species.size()
               ? title
               : fmt::format("{} ({})", title, scene.species[observedIndex].name);
}

std::string steeringSentence(const InspectedBoid& boid) {
    const Inspection& inspection = boid.inspection;
    if (inspection.pushes.empty()) {
        return "No rule steers it; only limits act on it";
    }
    const Inspection::Push& strongest = *std::ranges::max_element(
        inspection.pushes, {}, [](const Inspection::Push& push) { return lengthSq(push.steering); });
    if (magnitudeOf(strongest.steering) <= kHardly * magnitudeOf(inspection.velocity)) {
        return "No rule pushes it noticeably";
    }
    const auto directions = directionsOf(inspection);
    const Direction& direction = *std::ranges::max_element(
        directions, {}, [&](const Direction& each) { return dot(each.unit, strongest.steering); });
    return fmt::format("{} pushes hardest: {}",
                       pushName(boid.scene, boid.speciesIndex, strongest.rule, strongest.observedIndex),
                       direction.name);
}

}  // namespace shoal
