#pragma once

#include <optional>

#include <imgui.h>

#include <shoal/parameter.hpp>

#include "ui/control/slider_travel.hpp"
#include "ui/widgets/widgets.hpp"

namespace shoal {

enum class SliderState { rest, hovered, held };

/// The second knob of a slider that sets a range: its upper limit.
struct UpperKnob {
    const Parameter& parameter;
    double shown = 0.0;
    double resetShown = 0.0;
};

/// A slider that is used by mouse and keys, and where it lies.
struct SliderControl {
    const Parameter& parameter;
    const SliderTravel& travel;
    double shown = 0.0;
    double resetShown = 0.0;
    bool goesBeyond = false;  ///< a drag past its end goes on, up to the declared range
    ImVec2 min;
    ImVec2 max;
    float valueLeft = 0.0f;  ///< [px] where the value's text begins
    std::optional<UpperKnob> upper = {};
};

struct SliderUse {
    SliderState state = SliderState::rest;
    std::optional<double> shown;  ///< requested; of a range, for its lower limit
    std::optional<double> upper;  ///< requested for the upper limit
    double before = 0.0;          ///< while it is held: the value when it was pressed
    double upperBefore = 0.0;     ///< likewise
    bool isUpper = false;         ///< the upper knob is the one in use
    SliderTravel travel;          ///< while it is held: as it was when it was pressed
    bool joinsLast = false;       ///< the request is one undo step with the one before
    bool isTyped = false;         ///< a value shall be typed
};

/// Whether the knob of a range that was used last, in the current ID scope, is the upper one.
StoredFlag upperKnobFlag();

/// Returns the x of a slider's knob [px].
float knobAt(const WidgetContext& context, float left, float right, double part);

/// Builds the part of a slider that takes the mouse and the keyboard; draws nothing but the keyboard's mark.
///
/// A press near the knob grabs it where it is, elsewhere on the track the knob jumps there. While it is
/// dragged, it stops at the preset's value, Shift makes it ten times slower, Ctrl gives round values and Esc
/// the value before. A double click gives the preset's value. A click on the value, Ctrl+click and Enter ask
/// for typing. Ctrl and the wheel, and the arrow keys, move by steps; Home and End go to the ends, Backspace
/// and Delete to the preset's value.
///
/// Not ImGui::SliderFloat, which has no resting point at a preset's value, no range with two knobs, no way
/// back by Esc, no travel whose middle differs from the mean, and keeps a press anywhere as a jump.
///
/// In a range, the nearer knob is grabbed, and Space changes to the other one. A knob pushed against the
/// other takes it along, and brings it back within the same drag. The preset's value is that of both.
SliderUse useSlider(const WidgetContext& context, const SliderControl& control);

}  // namespace shoal
