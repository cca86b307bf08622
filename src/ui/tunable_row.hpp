#pragma once

#include <optional>
#include <string>

#include <shoal/scene.hpp>

#include "ui/widgets.hpp"

namespace shoal {

/// One tunable as a row shows it.
struct TunableRow {
    const Parameter& parameter;
    std::string key;           ///< full, as edits name it
    double shown = 0.0;        ///< its value in the unit that users see
    bool isChanged = false;    ///< differs from the preset
    double resetShown = 0.0;   ///< the preset's value
    std::string_view source;   ///< where the mathematics comes from, or empty
    std::string refusal = {};  ///< why it cannot be set now: it is greyed and says so; or empty
    std::string_view origin = "as in the preset";  ///< what the reset value is
};

struct TunableChange {
    std::optional<double> shown;  ///< the value asked for, in the unit that users see
    bool isHeld = false;          ///< the mouse holds its slider now
};

/// A slider, switch or list over the whole width, name at the left, value at the right, with its tooltip and
/// the mark that takes it back.
TunableChange tunableRow(const WidgetContext& context, const TunableRow& row);

}  // namespace shoal
