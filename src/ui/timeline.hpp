#pragma once

#include <optional>
#include <string>

#include "ui/widgets.hpp"

namespace shoal {

/// The take being played, as the bar below the picture shows it.
struct TimelineInput {
    double from = 0.0;  ///< [s] from the first step: where it begins …
    double to = 0.0;    ///< … and ends
    double now = 0.0;   ///< [s] the moment shown
    bool isPaused = false;
    bool hasCamera = false;       ///< the take says where it was seen from
    bool isCameraPlayed = false;  ///< and is seen from there
    /// [s] where the flock still is, on its way to `now`: every step up to there must be run.
    std::optional<double> seekingAt;
};

/// What the user asked for in one frame.
struct TimelineRequests {
    std::optional<double> seek;  ///< [s]
    bool togglesPause = false;
    bool togglesCamera = false;
    bool goesLive = false;
};

/// Builds the bar at the bottom of the picture, which begins `pictureLeft` pixels from the window's left.
TimelineRequests buildTimeline(const WidgetContext& context, const TimelineInput& input, float pictureLeft);

/// How much of the picture's bottom the bar covers [px].
float timelineHeight(const WidgetContext& context);

/// "1:07.4"
std::string clockText(double seconds);

}  // namespace shoal
