#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "ui/widgets/widgets.hpp"
#include "viewer/command/command.hpp"
#include "viewer/measures/measure_history.hpp"

namespace shoal {

/// The bound that a measure has to pass in an experiment.
struct TourGoal {
    std::string column;  ///< of the measure
    float bound = 0.0f;
    bool isBelow = false;  ///< the measure has to fall below the bound, not rise above it

    bool isReached(const MeasureSample& measures) const;
};

/// An experiment of the guided tour: what to do with a preset, and what to watch.
struct TourStep {
    std::string preset;  ///< a built-in one
    std::string title;
    std::string text;
    std::string key;  ///< of the slider to drag; empty if there is none
    std::optional<TourGoal> goal;
    std::string outcome;  ///< why it happened, shown when the goal is reached
};

/// Data for the card of an experiment.
struct TourCard {
    std::span<const TourStep> steps;
    std::size_t index = 0;
    const MeasureSample& measures;
    bool isReached = false;  ///< its goal has been reached before
    float left = 0.0f;       ///< [px] of the free part of the picture
    float right = 0.0f;
};

/// Builds the card of an experiment at the top of the free picture, in its middle.
void buildTourCard(const WidgetContext& context, const TourCard& card, Commands& commands);

}  // namespace shoal
