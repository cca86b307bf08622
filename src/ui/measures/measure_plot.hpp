#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "ui/measures/measure_history.hpp"
#include "ui/measures/plot_parts.hpp"

namespace shoal {

/// Builds the plot of one measure over the last half minute, with marks for edits. With another flock's
/// history, it adds the other flock's dashed curve and the difference. `plots`: the columns that are plotted
/// beside each other; this is the one at `index`.
void buildPlot(const WidgetContext& context, const MeasureHistory& history, const MeasureHistory* other,
               std::span<const std::size_t> plots, std::size_t index, const Rect& area);

/// Builds the plane of milling over polarisation, with the regions of the states and the trail of the last
/// half minute. A click into it sets `wish`, which is marked.
void buildPlane(const WidgetContext& context, const MeasureHistory& history, const MeasureHistory* other,
                const Rect& area, std::optional<PlaneWish>& wish);

}  // namespace shoal
