#pragma once

#include <cstddef>
#include <optional>

#include "viewer/measures/measure_history.hpp"
#include "viewer/measures/plot_parts.hpp"

namespace shoal {

/// Builds the plot of a measure's column over the last half minute. With another flock's history, it adds
/// that flock's dashed curve.
void buildPlot(const WidgetContext& context, const MeasureHistory& history, const MeasureHistory* other,
               std::size_t column, const Rect& area);

/// Builds the plane of milling over polarisation, with the regions of the states and the trail of the last
/// half minute. A click into it sets `wish`, which is marked.
void buildPlane(const WidgetContext& context, const MeasureHistory& history, const MeasureHistory* other,
                const Rect& area, std::optional<PlaneWish>& wish);

}  // namespace shoal
