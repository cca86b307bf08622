#include "viewer/tunables/slider_facts.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>

#include <fmt/format.h>

namespace shoal {

namespace {

constexpr std::string_view kPerception = ".perception";
// If a preset's value is less than a twentieth of a linear slider, the slider ends at ten times that value.
constexpr double kSmallPart = 1.0 / 20.0;
constexpr double kRoomAbove = 10.0;
constexpr double kFewTimes = 3.0;

bool isPerceptionRadius(const Section& section, const Parameter& parameter) {
    return section.path.ends_with(kPerception) && parameter.declared.key == "radius";
}

/// Whether the section is a pair rule that finds its neighbours by the perception at this path.
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

/// Returns where a linear slider ends. For a preset whose value is tiny compared with the declared range,
/// that is a few times the value.
double suitedMax(const SliderTravel& travel, double loadedShown) {
    const bool isSmall = !travel.isLogarithmic && travel.min == 0.0 && loadedShown > 0.0 &&
                         loadedShown < travel.max * kSmallPart;
    return isSmall ? loadedShown * kRoomAbove : travel.max;
}

/// Whether `value` of the tunable that `needs` names lets the other one have an effect.
bool isMet(const Needs& needs, const Parameter& other, double value) {
    if (needs.values[0].empty()) {
        return value != 0.0;
    }
    return std::ranges::any_of(needs.values, [text = other.text(value)](std::string_view wanted) {
        return !wanted.empty() && text == wanted;
    });
}

/// Returns the largest value that still makes a difference, or that a preset of this scale may need.
double usefulMax(const SliderTravel& travel, const Scene& scene, const Section& section,
                 const Parameter& parameter, double loadedShown) {
    switch (parameter.declared.extent) {
        case Extent::none:
            return parameter.form == Form::number ? suitedMax(travel, loadedShown) : travel.max;
        case Extent::perception:
            return section.perception != nullptr ? static_cast<double>(section.perception->radius)
                                                 : travel.max;
        case Extent::halfWorld:
            return longestHalf(scene.world);
        case Extent::world:
            return diagonal(scene.world);
        case Extent::position:
            return halfOnAxis(scene.world, parameter.declared.key);
        case Extent::fewTimes:
            return loadedShown > 0.0 ? loadedShown * kFewTimes : travel.max;
        case Extent::lastBoid:
            return scene.species[static_cast<std::size_t>(section.speciesIndex)].count - 1.0;
        case Extent::stepRate:
            return std::round(1.0 / static_cast<double>(scene.time.step));
    }
    return travel.max;
}

/// Returns the value of the other tunable that limits this one's effect, in the unit that users see.
std::optional<double> otherEnd(const Section& section, const Parameter& parameter) {
    const std::string_view key = parameter.declared.noMoreThan;
    const auto other = key.empty() ? std::nullopt : section.tunables.find(key);
    return other ? std::optional(section.tunables.parameters[*other].shown(section.tunables.get(*other)))
                 : std::nullopt;
}

SliderTravel usefulPart(SliderTravel travel, const Scene& scene, const Section& section,
                        const Parameter& parameter, double loadedShown) {
    double max = usefulMax(travel, scene, section, parameter, loadedShown);
    if (parameter.declared.extent == Extent::position) {
        travel.min = std::max(travel.min, -max);
    }
    max = std::min(max, otherEnd(section, parameter).value_or(max));
    travel.max = std::clamp(max, travel.min, travel.max);
    return travel;
}

/// Whether values beyond the slider's end have no further effect. If so, they are shown at the end; if not,
/// they make the slider longer.
bool endsEffect(const Section& section, const Parameter& parameter) {
    return endsAtPerception(section, parameter) || parameter.declared.extent == Extent::stepRate ||
           !parameter.declared.noMoreThan.empty();
}

}  // namespace

bool endsAtPerception(const Section& section, const Parameter& parameter) {
    return parameter.declared.extent == Extent::perception && section.perception != nullptr;
}

const StatedTravel* statedTravel(const Scene& scene, const Section& section, const Parameter& parameter) {
    const std::string key = section.path + "." + std::string(parameter.declared.key);
    const auto found = std::ranges::find(scene.travels, key, &StatedTravel::key);
    return found == scene.travels.end() ? nullptr : &*found;
}

SliderTravel travelOf(const Scene& scene, std::span<const Section> sections, std::size_t sectionIndex,
                      std::size_t index, double loadedShown) {
    const Section& section = sections[sectionIndex];
    const Parameter& parameter = section.tunables.parameters[index];
    const double shown = parameter.shown(section.tunables.get(index));
    SliderTravel travel = declaredTravel(parameter);
    if (endsAtPerception(section, parameter) && section.perception->kind == Perception::Kind::metric) {
        // Linear, because the radius is a fraction of the perception radius. Nearest neighbours are much
        // nearer than that.
        travel.isLogarithmic = false;
    }
    const SliderTravel useful = usefulPart(travel, scene, section, parameter, loadedShown);
    travel.min = useful.min;
    travel.max = useful.max;
    if (const StatedTravel* stated = statedTravel(scene, section, parameter)) {
        const bool isShorter = endsEffect(section, parameter) && useful.max > stated->min;
        travel.min = stated->min;
        travel.max = isShorter ? std::min(stated->max, useful.max) : stated->max;
    }
    if (!endsEffect(section, parameter) || travel.max < useful.max) {
        // An angle at the end of its range may lie slightly beyond it when shown in degrees.
        travel.min = std::max(parameter.declared.min, std::min({travel.min, shown, loadedShown}));
        travel.max = std::min(parameter.declared.max, std::max({travel.max, shown, loadedShown}));
    }
    if (isPerceptionRadius(section, parameter)) {
        const double reach = reachOfRules(sections, section.path);
        travel.idleFrom = reach < shown ? reach : travel.idleFrom;
    }
    return travel;
}

std::optional<std::size_t> lowerLimitOf(const Tunables& tunables, std::size_t parameter) {
    const std::string_view key = tunables.parameters[parameter].declared.key;
    const auto lower = std::ranges::find_if(
        tunables.parameters, [&](const Parameter& each) { return each.declared.upperLimit.key == key; });
    return lower == tunables.parameters.end()
               ? std::nullopt
               : std::optional(static_cast<std::size_t>(lower - tunables.parameters.begin()));
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
    if (endsAtPerception(section, parameter)) {
        return "the same neighbours lie within it";
    }
    return section.rule->info().idleWhile;
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
