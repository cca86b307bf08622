#pragma once

#include <optional>
#include <string>
#include <vector>

#include <shoal/scene.hpp>

#include "ui/explore/sweep_map.hpp"
#include "ui/measures/plot_parts.hpp"
#include "ui/widgets/widgets.hpp"

namespace shoal {

/// Whether a key's values are numbers, not choices or switches.
bool isNumber(const SweepRuns::Key& key);

/// Formats a value of a key without its unit: "4", "16.25", "Metric", "On".
std::string tickText(const SweepRuns::Key& key, double value);

/// Formats the end of a range of values, which drawn values do not meet exactly.
std::string rangeEndText(double value);

/// Where the scene's value of a key lies along an axis, 0 .. 1; empty if it lies outside.
std::optional<double> placeNow(const Scene& scene, const SweepRuns::Key& key, const SweepAxisCells& axis);

/// The labels along an axis of a map: at each cell, or at fewer if they would overlap, or for ranges at both
/// ends.
class AxisTicks {
public:
    AxisTicks(const WidgetContext& context, const SweepRuns::Key& key, const SweepAxisCells& axis);

    float widest() const;  ///< [px]

    /// Draws them below the plane.
    void drawAcross(const Rect& plane) const;

    /// Draws them left of the plane, cut to this width [px].
    void drawUp(const Rect& plane, float width) const;

private:
    struct Tick {
        float place = 0.0f;  ///< 0 .. 1 along the axis
        std::string text;
    };

    const WidgetContext& m_context;
    std::vector<Tick> m_ticks;
    float m_cell = 1.0f;  ///< size of a cell, as a fraction of the axis
    bool m_isNumber = true;
};

}  // namespace shoal
