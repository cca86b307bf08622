#pragma once

#include <span>
#include <string>

#include "ui/widgets/widgets.hpp"

namespace shoal {

/// A setting that differs between the two flocks of a split picture.
struct SplitDifference {
    std::string name;  ///< "Alignment weight"
    std::string a;     ///< value of the left flock, with its unit
    std::string b;
};

/// Where the two halves of a split picture lie in the window [px].
struct SplitPlace {
    float left = 0.0f;  ///< of the left half's free part
    float middle = 0.0f;
    float right = 0.0f;  ///< of the right half's free part
    float bottom = 0.0f;
};

/// Draws the line between the halves, and in each its letter and the settings that differ, in the current
/// ImGui frame and behind its windows.
void drawSplit(const WidgetContext& context, const SplitPlace& place,
               std::span<const SplitDifference> differences);

}  // namespace shoal
