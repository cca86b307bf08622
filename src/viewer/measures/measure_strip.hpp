#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <shoal/measures.hpp>

#include "ui/widgets/widgets.hpp"
#include "viewer/measures/measure_history.hpp"

namespace shoal {

/// Where the strip lies in the window [px].
struct StripPlace {
    float left = 0.0f;
    float right = 0.0f;
    float bottom = 0.0f;
};

/// Builds the strip that plots a flock's measures over the last half minute, so that the effect of an edit
/// shows while the slider is being dragged. The plane of polarisation and milling is at the right. A narrow
/// view has fewer plots. With the history of another flock, A, each plot adds its dashed curve. `plots`: the
/// keys of the columns to plot, which the user chooses by a click on a plot's name; unknown ones count as the
/// usual ones. True when the close button was clicked. A click into the plane sets `wish`, which the plane
/// marks.
bool buildMeasureStrip(const WidgetContext& context, const MeasureHistory& history,
                       std::vector<std::string>& plots, const StripPlace& place, const MeasureHistory* other,
                       std::optional<PlaneWish>& wish);

/// Height [px] of the strip in a view of this width [px]; 0 in one too narrow for it.
float measureStripHeight(const WidgetContext& context, float width);

/// Formats a value of a measure with its unit: "0.92", "14", "0.34 m". A dash if there is none yet.
std::string measureText(std::size_t column, const MeasureSample& sample);

/// A wish as openWishes() reads it: a value give or take 5 % of the measure's range, or of itself if the
/// measure has no bound.
std::string wishText(std::string_view column, double value);

/// Name of a measure's column in the panel and over its plot: its key without the unit, "Nearest neighbour"
/// for nearest_neighbour_m.
std::string nameOf(const MeasureColumn& column);

/// The state that a sample describes; empty if a measure that tells it is missing.
std::optional<GroupState> stateOf(const MeasureSample& sample);

/// Returns the name of a group's state: "parallel", "mill", "double mill", "swarm" or "between states".
std::string_view nameOf(GroupState state);

}  // namespace shoal
