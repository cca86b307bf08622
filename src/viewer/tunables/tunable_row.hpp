#pragma once

#include <optional>
#include <string>

#include <shoal/scene.hpp>

#include "ui/control/slider_travel.hpp"
#include "ui/widgets/theme.hpp"
#include "ui/widgets/widgets.hpp"

namespace shoal {

/// The upper limit of a range.
struct UpperEnd {
    const Parameter& parameter;
    std::string key;
    double shown = 0.0;
    bool isChanged = false;
    double resetShown = 0.0;
    std::optional<double> other = {};
};

/// One tunable as a row shows it, or a range: then the row's own value is the lower limit.
struct TunableRow {
    const Parameter& parameter;
    std::string key;           ///< full, as in edits
    double shown = 0.0;        ///< value in display units
    bool isChanged = false;    ///< differs from the preset
    double resetShown = 0.0;   ///< the preset's value
    std::string_view source;   ///< source of the mathematics, or empty
    std::string refusal = {};  ///< why it is disabled, as the tooltip says; empty if it is not
    std::string_view origin = "as in the preset";  ///< describes the reset value
    std::optional<SliderTravel> travel = {};       ///< of the slider, if not over the whole declared range
    bool isIdle = false;                           ///< no value has an effect now: the row is dimmed
    std::string effect = {};                       ///< for the tooltip: when or where the value has no effect
    bool goesBeyond = false;  ///< a drag past the slider's end goes on, up to the declared range
    std::string label = {};   ///< in place of the key's last part
    bool isWide = false;      ///< its reset mark follows the label, instead of a column at the right
    /// One of the card's few rows: its name in tests begins with "hero.", because the list of all settings
    /// has the same row.
    bool isHero = false;
    std::optional<UpperEnd> upper = {};  ///< of a range
    std::optional<double> other = {};    ///< A's value while two flocks are compared, if it differs
    bool beginsTyping = false;           ///< its slider becomes a field for typing
    std::string_view atZero = {};        ///< what 0 means, in words in place of the number
};

/// Returns the row of a setting of the viewer, whose reset value is the usual one. `section` begins its key.
TunableRow settingRow(const char* section, const Tunables& now, const Tunables& usual, std::size_t index);

/// Height of a slider's row at scale 1 [px].
inline constexpr float kSliderHeight = 34.0f;

struct TunableChange {
    std::optional<double> shown;  ///< requested value in display units; of a range, of its lower limit
    std::optional<double> upper;  ///< likewise, of its upper limit
    bool isHeld = false;          ///< its slider is being dragged
    bool joinsLast = false;       ///< one undo step with the request before
};

/// The value of the row under the mouse, with its unit and without rounding; empty if there is none.
std::string valueUnderPointer();

/// Builds a slider (see useSlider()), switch or list over the whole width, with name at the left, value at
/// the right and a tooltip. On a slider's track, the part between the preset's value and a changed one is in
/// the accent colour, and a reset mark stands beside it.
TunableChange tunableRow(const WidgetContext& context, const TunableRow& row);

}  // namespace shoal
