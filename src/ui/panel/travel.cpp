#include "ui/panel/travel.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

namespace shoal {

namespace {

constexpr std::string_view kPerception = ".perception";
// A linear slider whose preset uses less than a twentieth of it ends at ten times that value.
constexpr double kSmallPart = 1.0 / 20.0;
constexpr double kRoomAbove = 10.0;

bool isPerceptionRadius(const Section& section, const Parameter& parameter) {
    return section.path.ends_with(kPerception) && parameter.declared.key == "radius";
}

/// Whether the section is a pair rule that sees its neighbours by the perception at this path.
bool seesBy(const Section& section, std::string_view perceptionPath) {
    const std::string_view owner = perceptionPath.substr(0, perceptionPath.size() - kPerception.size());
    const std::size_t dot = section.path.rfind('.');
    return section.perception != nullptr && std::string_view(section.path).substr(0, dot) == owner;
}

/// Returns the distance beyond which no enabled rule responds to neighbours [m].
double reachOfRules(std::span<const Section> sections, std::string_view perceptionPath) {
    double reach = 0.0;
    for (const Section& section : sections) {
        if (seesBy(section, perceptionPath) && section.rule->isEnabled) {
            reach = std::max(reach, static_cast<double>(section.rule->reach()));
        }
    }
    return reach;
}

double halfOnAxis(const World& world, std::string_view key) {
    const Vec3f half = world.halfExtent();
    return static_cast<double>(key == "x" ? half.x : key == "z" ? half.z : half.y);
}

double longestHalf(const World& world) {
    const Vec3f half = world.halfExtent();
    return static_cast<double>(std::max({half.x, half.y, half.z}));
}

double diagonal(const World& world) {
    const Vec3f half = world.halfExtent();
    return 2.0 * std::sqrt(static_cast<double>(dot(half, half)));
}

/// Shortens a linear slider of which a preset in small units would use only the first millimetres.
void suitValue(SliderTravel& travel, double loadedShown) {
    if (!travel.isLogarithmic && travel.min == 0.0 && loadedShown > 0.0 &&
        loadedShown < travel.max * kSmallPart) {
        travel.max = loadedShown * kRoomAbove;
    }
}

/// Whether `value` of the tunable that `needs` names gives the other one an effect.
bool isMet(const Needs& needs, const Parameter& other, double value) {
    if (needs.values[0].empty()) {
        return value != 0.0;
    }
    return std::ranges::any_of(needs.values, [text = other.text(value)](std::string_view wanted) {
        return !wanted.empty() && text == wanted;
    });
}

}  // namespace

bool endsAtPerception(const Section& section, const Parameter& parameter) {
    return parameter.declared.extent == Extent::perception && section.perception != nullptr;
}

SliderTravel travelOf(const Scene& scene, std::span<const Section> sections, std::size_t sectionIndex,
                      std::size_t index, double loadedShown) {
    const Section& section = sections[sectionIndex];
    const Parameter& parameter = section.tunables.parameters[index];
    const double shown = parameter.shown(section.tunables.get(index));
    SliderTravel travel = declaredTravel(parameter);
    if (endsAtPerception(section, parameter)) {
        // A value beyond the end stays at the end: it does nothing more there.
        travel.max = std::clamp(static_cast<double>(section.perception->radius), travel.min, travel.max);
        travel.isLogarithmic = false;
        return travel;
    }
    switch (parameter.declared.extent) {
        case Extent::none:
        case Extent::perception:
            if (parameter.form == Form::number) {
                suitValue(travel, loadedShown);
            }
            break;
        case Extent::halfWorld:
            travel.max = std::min(travel.max, longestHalf(scene.world));
            break;
        case Extent::world:
            travel.max = std::min(travel.max, diagonal(scene.world));
            break;
        case Extent::position: {
            const double half = halfOnAxis(scene.world, parameter.declared.key);
            travel.min = std::max(travel.min, -half);
            travel.max = std::min(travel.max, half);
            break;
        }
    }
    travel.min = std::min({travel.min, shown, loadedShown});
    travel.max = std::max({travel.max, shown, loadedShown});
    if (isPerceptionRadius(section, parameter)) {
        const double reach = reachOfRules(sections, section.path);
        travel.idleFrom = reach < shown ? reach : travel.idleFrom;
    }
    return travel;
}

std::string needsLacking(const Section& section, const Parameter& parameter) {
    const Needs& needs = parameter.declared.needs;
    const auto other = needs.key.empty() ? std::nullopt : section.tunables.find(needs.key);
    if (!other) {
        return {};
    }
    const Parameter& decides = section.tunables.parameters[*other];
    const double value = section.tunables.get(*other);
    return isMet(needs, decides, value) ? std::string()
                                        : fmt::format("{} is {}", needs.key, decides.text(value));
}

std::string_view idleWhile(const Section& section, const Parameter& parameter) {
    if (!parameter.declared.idleWhile.empty() || section.rule == nullptr) {
        return parameter.declared.idleWhile;
    }
    return section.rule->info().idleWhile;
}

std::string perceptionKeyOf(const Section& section) {
    return section.path.substr(0, section.path.rfind('.')) + std::string(kPerception) + ".radius";
}

double raisedPerception(const Section& section, double shown) {
    constexpr double kRaise = 1.5;
    const auto sight = static_cast<double>(section.perception->radius);
    const auto radius = std::ranges::find(Perception::parameters, "radius",
                                          [](const Parameter& one) { return one.declared.key; });
    return radius->shown(radius->stored(shown > sight ? shown : sight * kRaise));
}

std::vector<RadiusAtPerception> radiiAtPerception(std::span<const Section> sections, const std::string& key) {
    const std::string_view path = std::string_view(key).substr(0, key.rfind('.'));
    std::vector<RadiusAtPerception> radii;
    if (!path.ends_with(kPerception) || !key.ends_with(".radius")) {
        return radii;
    }
    for (const Section& section : sections) {
        if (!seesBy(section, path) || !section.rule->isEnabled) {
            continue;
        }
        for (std::size_t index = 0; index < section.tunables.parameters.size(); ++index) {
            const Parameter& parameter = section.tunables.parameters[index];
            if (endsAtPerception(section, parameter) &&
                section.tunables.get(index) == static_cast<double>(section.perception->radius)) {
                radii.push_back(
                    {section.path + "." + std::string(parameter.declared.key), parameter.declared.max});
            }
        }
    }
    return radii;
}

}  // namespace shoal
