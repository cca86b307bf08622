#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ui/command/command.hpp"
#include "ui/widgets/widgets.hpp"

namespace shoal {

/// Data about the take being played, for the bar below the view.
struct TimelineInput {
    double from = 0.0;  ///< [s] from the first step: its start …
    double to = 0.0;    ///< … and its end
    double now = 0.0;   ///< [s] the moment shown, or asked for
    bool isPaused = false;
    bool hasCamera = false;       ///< the take has a recorded camera
    bool isCameraPlayed = false;  ///< the picture uses that camera
    bool isRewound = false;       ///< its end is the live flock
    std::vector<double> edits;    ///< [s] moments of the user's edits
    /// [s] Time of the flock while it catches up with `now`, step by step. Empty otherwise.
    std::optional<double> seekingAt;
    bool hasKeyboard = false;  ///< keys move between its controls
};

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
