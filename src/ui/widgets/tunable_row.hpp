#pragma once

#include <optional>
#include <string>

#include <shoal/scene.hpp>

#include "ui/widgets/widgets.hpp"

namespace shoal {

/// One tunable as a row shows it.
struct TunableRow {
    const Parameter& parameter;
    std::string key;           ///< full, as in edits
    double shown = 0.0;        ///< value in display units
    bool isChanged = false;    ///< differs from the preset
    double resetShown = 0.0;   ///< the preset's value
    std::string_view source;   ///< source of the mathematics, or empty
    std::string refusal = {};  ///< why it is disabled, for the tooltip; empty if it is not
    std::string_view origin = "as in the preset";  ///< describes the reset value
};

struct TunableChange {
    std::optional<double> shown;  ///< requested value in display units
    bool isHeld = false;          ///< its slider is being dragged
};

/// Builds a slider, switch or list over the whole width, with name at the left, value at the right, a tooltip
/// and a reset mark.
TunableChange tunableRow(const WidgetContext& context, const TunableRow& row);

}  // namespace shoal
