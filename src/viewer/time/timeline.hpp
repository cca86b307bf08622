#pragma once

#include <optional>
#include <span>
#include <string>

#include "play/replay.hpp"
#include "ui/widgets/widgets.hpp"
#include "viewer/command/command.hpp"

namespace shoal {

/// Data about takes for the panel.
struct TakesInput {
    bool isPlaying = false;              ///< a take is being played; nothing is logged
    bool isRewound = false;              ///< it is the last minutes of the live flock
    std::optional<double> recorded;      ///< [s] length of the take being recorded
    double kept = 0.0;                   ///< [s] recent play that can be kept
    std::span<const std::string> saved;  ///< names of saved takes, newest first
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
