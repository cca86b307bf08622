#pragma once

#include <string>

#include <shoal/measures.hpp>

#include "ui/widgets/theme.hpp"
#include "ui/widgets/widgets.hpp"

namespace shoal {

/// Colour of a state in a phase diagram.
theme::Colour stateColour(GroupState state);

/// Colour of a measure in a phase diagram: dark for its smallest value, 0, light for its largest, 1.
theme::Colour rampColour(float part);

/// Builds a line of swatches with the states' names.
void drawStateLegend(const WidgetContext& context);

/// Builds a bar of the ramp, labelled with the values at its two ends.
void drawRampLegend(const WidgetContext& context, const std::string& low, const std::string& high);

}  // namespace shoal
