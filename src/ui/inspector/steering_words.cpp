#include "ui/inspector/steering_words.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include <shoal/rule_set.hpp>

namespace shoal {

namespace {

/// A change of velocity per second below this fraction of the speed is not mentioned.
constexpr float kHardly = 0.02f;
/// A rule is named if its part of the pushes in the direction, or against it, is at least this large.
constexpr float kWorthNaming = 0.05f;
constexpr std::size_t kMaxNamed = 3;
constexpr std::size_t kMaxOpposing = 2;

/// A direction as seen by the boid, and the motion of a boid that is steered there.
struct Direction {
    Vec3f unit;
    std::string_view name;
    std::string_view motion;
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
    return {{{ahead, "ahead", "Speeding up"},
             {-ahead, "back", "Slowing down"},
             {-right, "left", "Turning left"},
             {right, "right", "Turning right"},
             {up, "upwards", "Turning upwards"},
             {-up, "downwards", "Turning downwards"}}};
}

Direction strongest(const Inspection& inspection, const Vec3f& acceleration) {
    const auto directions = directionsOf(inspection);
    return *std::ranges::max_element(
        directions, {}, [&](const Direction& direction) { return dot(direction.unit, acceleration); });
}

struct Part {
    std::string name;
    float along;  ///< [m/s²] in the direction; negative against it
};

/// Returns the pushes along a direction, strongest first.
std::vector<Part> partsAlong(const InspectedBoid& boid, const Vec3f& unit) {
    std::vector<Part> parts;
    for (const Inspection::Push& push : boid.inspection.pushes) {
        std::string name = pushName(boid.scene, boid.speciesIndex, push.rule, push.observedIndex);
        name[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(name[0])));
        parts.push_back({std::move(name), dot(push.steering, unit)});
    }
    std::ranges::stable_sort(parts, std::ranges::greater(), &Part::along);
    return parts;
}

std::string causes(const std::vector<Part>& parts, float total) {
    std::string text;
    for (std::size_t k = 0; k < parts.size() && k < kMaxNamed; ++k) {
        if (parts[k].along >= kWorthNaming * total) {
            text += fmt::format("{}{:.0f}\u00a0% {}", k == 0 ? ": " : ", ", 100.0f * parts[k].along / total,
                                parts[k].name);
        }
    }
    return text;
}

std::string opposition(std::vector<Part> parts, float total) {
    std::erase_if(parts, [&](const Part& part) { return -part.along < kWorthNaming * total; });
    std::ranges::reverse(parts);
    if (parts.empty()) {
        return {};
    }
    std::string text = "; " + parts.front().name;
    if (parts.size() >= kMaxOpposing) {
        text += " and " + parts[1].name;
    }
    return text + (parts.size() == 1 ? " pushes against it" : " push against it");
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

std::string directionOf(const Inspection& inspection, const Vec3f& acceleration) {
    return std::string(strongest(inspection, acceleration).name);
}

std::string steeringSentence(const InspectedBoid& boid) {
    const Inspection& inspection = boid.inspection;
    if (inspection.pushes.empty()) {
        return "No rule steers it; only limits act on it";
    }
    const float worthWords = kHardly * magnitudeOf(inspection.velocity);
    if (magnitudeOf(inspection.steering) <= worthWords) {
        const bool isPushed = std::ranges::any_of(inspection.pushes, [&](const Inspection::Push& push) {
            return magnitudeOf(push.steering) > worthWords;
        });
        return isPushed ? "Going straight on: the pushes cancel" : "Going straight on";
    }
    const Direction direction = strongest(inspection, inspection.steering);
    const std::vector<Part> parts = partsAlong(boid, direction.unit);
    float total = 0.0f;
    for (const Part& part : parts) {
        total += std::max(part.along, 0.0f);
    }
    return std::string(direction.motion) + causes(parts, total) + opposition(parts, total);
}

}  // namespace shoal
