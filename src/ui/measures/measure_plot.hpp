#pragma once

#include "ui/measures/measure_history.hpp"
#include "ui/measures/plot_parts.hpp"

namespace shoal {

/// Builds the plot of one measure over the last half minute, with marks for edits. With another flock's
/// history, it adds the other flock's dashed curve and the difference.
void buildPlot(const WidgetContext& context, const MeasureHistory& history, const MeasureHistory* other,
               Plotted plotted, const Rect& area);

/// Builds the plane of milling over polarisation, with the regions of the states and the trail of the last
/// half minute.
void buildPlane(const WidgetContext& context, const MeasureHistory& history, const MeasureHistory* other,
                const Rect& area);

}  // namespace shoal
