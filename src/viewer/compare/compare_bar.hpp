#pragma once

#include <optional>
#include <span>
#include <string>

#include "ui/layout/panel_place.hpp"
#include "ui/widgets/widgets.hpp"
#include "viewer/command/command.hpp"
#include "viewer/command/items.hpp"

namespace shoal {

/// A setting that differs between the two flocks of a split picture.
struct SplitDifference {
    std::string name;  ///< "Alignment", "Alignment radius"
    std::string a;     ///< value of the left flock, with its unit
    std::string b;
    std::string key = {};  ///< of the tunable; empty for an object
    double aShown = 0.0;   ///< its value in A, in the unit that users see
};

/// The two flocks of a split picture.
struct CompareInput {
    float middle = 0.0f;  ///< [px] where the picture is split
    std::span<const SplitDifference> differences;
    std::string nameOfA;                       ///< "as loaded", "kept", a preset's title
    std::span<const PresetItem> presets = {};  ///< that can be A
    std::string changed = {};  ///< "sardine 2837": A is B but for this boid, which was pushed …
    bool isRemoved = false;    ///< … or removed
    double front = 0.0;        ///< [m/s] speed at which the effect spreads; 0 if it has not
};

inline constexpr float kCompareBarHeight = 40.0f;  ///< [px] at scale 1

/// Builds the bar that names both flocks of a split picture and says how they differ, centred on the split.
void buildCompareBar(const WidgetContext& context, const CompareInput& input, const PanelPlace& place,
                     Commands& commands);

}  // namespace shoal
