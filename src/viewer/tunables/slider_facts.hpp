#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <shoal/scene.hpp>

#include "ui/control/slider_travel.hpp"

namespace shoal {

/// Returns the range of a tunable's slider: the values that make a difference in this scene. `sections` are
/// the scene's; `loadedShown` is the preset's value, which says how large usual values are.
SliderTravel travelOf(const Scene& scene, std::span<const Section> sections, std::size_t section,
                      std::size_t parameter, double loadedShown);

/// Returns the lower limit of the same range, if the tunable is an upper one.
std::optional<std::size_t> lowerLimitOf(const Tunables& tunables, std::size_t parameter);

/// Returns why another tunable of the table makes this one ineffective: "kind is metric". Empty if none does.
std::string needsLacking(const Section& section, const Parameter& parameter);

/// Completes "No effect while …" for values that may make no difference for a time; may be empty.
std::string_view idleWhile(const Section& section, const Parameter& parameter);

/// Returns where the preset says that the slider ends; null if it does not.
const StatedTravel* statedTravel(const Scene& scene, const Section& section, const Parameter& parameter);

/// Whether the tunable is a distance to neighbours, so that its slider ends at the perception radius.
bool endsAtPerception(const Section& section, const Parameter& parameter);

/// A radius of a rule that equals the perception radius.
struct RadiusAtPerception {
    std::string key;   ///< full, as in edits
    double max = 0.0;  ///< [m] the largest value that it can have
};

/// Returns the radii of enabled rules that equal this perception radius: those rules act on everything that a
/// boid perceives. Empty unless `key` is that of a perception radius.
std::vector<RadiusAtPerception> radiiAtPerception(std::span<const Section> sections, const std::string& key);

}  // namespace shoal
