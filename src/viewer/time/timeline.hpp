#pragma once

#include <string>

#include "play/replay.hpp"
#include "ui/widgets/widgets.hpp"
#include "viewer/command/command.hpp"

namespace shoal {

/// What the bar leaves free [px].
struct TimelinePlace {
    float left = 0.0f;   ///< at the window's left edge
    float below = 0.0f;  ///< at its bottom
};

/// Builds the bar at the bottom of the view.
void buildTimeline(const WidgetContext& context, const TimelineInput& input, const TimelinePlace& place,
                   Commands& commands);

/// Height of the view's bottom that the bar covers [px].
float timelineHeight(const WidgetContext& context);

/// Formats a time as "1:07.4".
std::string clockText(double seconds);

}  // namespace shoal
