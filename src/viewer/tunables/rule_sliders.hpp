#pragma once

#include <optional>
#include <string>
#include <vector>

#include <shoal/scene.hpp>

#include "ui/control/slider_travel.hpp"
#include "ui/overlay/caption.hpp"

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

/// Returns the slider of any number, by its full key; empty if the scene has none.
std::optional<RuleSlider> sliderOf(Scene scene, const Scene& reference, const std::string& key);

/// Returns how a setting that moves is shown in a film; empty if the scene has no such key. `reference` as
/// above.
std::optional<MovedSetting> movedSettingOf(Scene scene, const Scene& reference, const std::string& key);

}  // namespace shoal
