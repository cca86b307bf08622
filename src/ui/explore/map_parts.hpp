#pragma once

#include <cstddef>
#include <string>

#include <shoal/measures.hpp>

#include "ui/measures/plot_parts.hpp"
#include "ui/widgets/theme.hpp"
#include "ui/widgets/widgets.hpp"

namespace shoal {

/// Colour of a state in a diagram of settings.
theme::Colour stateColour(GroupState state);

/// Colour of a measure in such a diagram: dark for its smallest value, 0, light for its largest, 1.
theme::Colour rampColour(float part);

/// The same colours as cells show them, over the panel. The range must not be empty; `value` is clamped.
ImU32 stateCellColour(GroupState state);
ImU32 rampCellColour(double value, double low, double high);

/// A plane of cells, `columns` × `rows`, the first one at the lower left.
struct CellPlane {
    Rect area;
    std::size_t columns = 1;
    std::size_t rows = 1;

    /// The cell's rectangle, on whole pixels: neighbours leave no gap.
    Rect cell(std::size_t x, std::size_t y) const;
};

/// Draws a thin frame around the plane.
void drawPlaneFrame(const Rect& plane);

/// Draws a dot with cross-hairs at the settings in force.
void drawSettingsDot(const WidgetContext& context, const Rect& plane, const ImVec2& dot);

/// Builds a line of swatches with the states' names.
void drawStateLegend(const WidgetContext& context);

/// Builds a bar of the ramp, labelled with the values at its two ends.
void drawRampLegend(const WidgetContext& context, const std::string& low, const std::string& high);

}  // namespace shoal
