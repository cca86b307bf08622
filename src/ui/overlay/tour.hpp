#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "ui/command/command.hpp"
#include "ui/measures/measure_history.hpp"
#include "ui/widgets/widgets.hpp"

namespace shoal {

/// The bound that a measure has to pass in an experiment.
struct TourGoal {
    std::string_view column;  ///< of the measure
    float bound;
    bool isBelow;  ///< the measure has to fall below the bound, not rise above it

    bool isReached(const MeasureSample& measures) const;
};

/// An experiment of the guided tour: what to do with a preset, and what to watch.
struct TourStep {
    std::string_view preset;  ///< a built-in one
    std::string_view title;
    std::string_view text;
    std::string_view key;  ///< of the slider to drag; empty if there is none
    std::optional<TourGoal> goal;
    std::string_view outcome;  ///< why it happened, shown when the goal is reached
};

/// Returns the experiments in order. Each takes about a minute.
std::span<const TourStep> tourSteps();

/// The free part of the picture [px].
struct TourPlace {
    float left = 0.0f;
    float right = 0.0f;
};

/// Builds the card of an experiment at the top of the picture, in the middle of `place`.
/// `isReached`: its goal has been reached before.
void buildTourCard(const WidgetContext& context, std::size_t step, const MeasureSample& measures,
                   bool isReached, const TourPlace& place, Commands& commands);

}  // namespace shoal
