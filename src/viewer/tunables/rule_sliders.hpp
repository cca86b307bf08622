#pragma once

#include <string>
#include <vector>

#include <shoal/scene.hpp>

#include "ui/control/slider_travel.hpp"

namespace shoal {

/// A slider of a rule, as a change of settings may move it.
struct RuleSlider {
    std::string key;   ///< full, as in edits
    std::string name;  ///< "Alignment weight"; with the species if there are several
    Parameter parameter;
    SliderTravel travel;
    double shown = 0.0;
};

/// Returns the sliders of enabled rules whose values have an effect now. Limits are excluded: they are a
/// body's abilities. `reference` says how large usual values are.
std::vector<RuleSlider> ruleSlidersOf(Scene& scene, const Scene& reference);

}  // namespace shoal
