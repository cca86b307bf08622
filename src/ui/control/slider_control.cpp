#include "ui/control/slider_control.hpp"

#include <algorithm>
#include <cmath>

#include "ui/text/value_text.hpp"
#include "ui/widgets/keyboard.hpp"

namespace shoal {

namespace {

constexpr const char* kItem = "##value";
constexpr float kKnobInset = 5.0f;     // [px] of the knob's centre at the ends of the travel
constexpr float kTrackHeight = 18.0f;  // [px] of the part that is pressed, at the bottom of the row
constexpr float kKnobReach = 9.0f;     // [px] from the knob's centre, within which it is grabbed
constexpr float kMarkReach = 2.5f;     // [px] from the preset's value, within which a drag gives that
constexpr float kBeyondFrom = 12.0f;   // [px] beyond the end, from which a drag goes beyond it
constexpr float kSlowness = 0.1f;
constexpr double kSameEdit = 1.0;  // [s] steps in quicker succession are one undo step

/// The slider held or moved last. ImGui holds one item at a time.
struct Hold {
    ImGuiID id = 0;
    bool isDragged = false;
    SliderTravel travel;
    double before = 0.0;
    double otherBefore = 0.0;  ///< of a range's other knob
    bool isPressed = false;    ///< the press itself moved the knob
    bool isMoved = false;      ///< the pointer since then
    float x = 0.0f;            ///< [px] the pointer's, in the last frame
    float anchor = 0.0f;       ///< [px] the pointer's, where the knob was at anchorPart
    double anchorPart = 0.0;   ///< of the travel
    bool isSlow = false;
    bool isRound = false;
    double steppedAt = -kSameEdit;  ///< [s] time of the last step
};
Hold g_hold;

/// The part of a notch, and of which slider, that is not used yet: touchpads turn the wheel by parts of one.
struct PartNotch {
    ImGuiID id = 0;
    double turned = 0.0;
    double at = -kSameEdit;  ///< [s] time of the last turn
};
PartNotch g_partNotch;

/// Returns the value set with the frame's slider. A slider at its end keeps the exact end, not a rounded one.
double draggedValue(const Parameter& parameter, const SliderTravel& travel, double value) {
    const double rounded = value < travel.max ? roundedForDrag(parameter, value) : travel.max;
    return std::clamp(rounded, travel.min, std::max(travel.min, travel.max));
}

class Gesture {
public:
    Gesture(const WidgetContext& context, const SliderControl& control)
        : m_context(context), m_control(control), m_id(ImGui::GetID(kItem)), m_upperFlag(upperKnobFlag()) {
        choose(control.upper.has_value() && m_upperFlag.get());
    }

    SliderUse use() {
        const bool isHovered = ImGui::IsItemHovered();
        m_use.state = isHovered ? SliderState::hovered : SliderState::rest;
        const bool isDragged = m_hold.id == m_id && m_hold.isDragged;
        if (isHovered && m_control.upper && !isDragged && !hasKeyboardMark()) {
            choose(isUpperNearer(ImGui::GetIO().MousePos.x));
        }
        if (ImGui::IsItemActivated() && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
            press();
        }
        if (m_hold.id == m_id && m_hold.isDragged) {
            drag();
        }
        if (isHovered && ImGui::GetIO().KeyCtrl) {
            keepWheel();
            const double notches = m_hold.isDragged ? 0.0 : wholeNotches(ImGui::GetIO().MouseWheel);
            if (notches != 0.0) {
                keepKnob();
                step(notches);
            }
        }
        if (hasKeyboardMark() && !m_hold.isDragged) {
            useKeys();
        }
        finish();
        return m_use;
    }

private:
    float width() const {
        return std::max(1.0f, m_control.max.x - m_control.min.x - 2.0f * m_context.px(kKnobInset));
    }

    double partAt(float x) const {
        return static_cast<double>((x - m_control.min.x - m_context.px(kKnobInset)) / width());
    }

    /// Chooses the knob that this frame is about.
    void choose(bool isUpper) {
        m_use.isUpper = isUpper;
        m_parameter = isUpper ? &m_control.upper->parameter : &m_control.parameter;
        m_shown = isUpper ? m_control.upper->shown : m_control.shown;
        m_other = isUpper || !m_control.upper ? m_control.shown : m_control.upper->shown;
    }

    /// Makes this knob the active one: keys and typed values set it.
    void keepKnob() {
        if (m_control.upper) {
            m_upperFlag.set(m_use.isUpper);
        }
    }

    /// Of knobs in one place, the one that can move to the side of `x`.
    bool isUpperNearer(float x) const {
        constexpr float kOnePlace = 0.5f;  // [px]
        const auto knob = [&](double part) {
            return knobAt(m_context, m_control.min.x, m_control.max.x, part);
        };
        const float lower = knob(m_control.travel.partOf(m_control.shown));
        const float upper = knob(m_control.travel.partOf(m_control.upper->shown));
        if (std::abs(upper - lower) >= kOnePlace) {
            return std::abs(x - upper) < std::abs(x - lower);
        }
        return upper < knob(0.0) + kOnePlace || (x >= upper && upper < knob(1.0) - kOnePlace);
    }

    void press() {
        const ImGuiIO& io = ImGui::GetIO();
        const ImVec2 at = io.MouseClickedPos[0];
        const bool wasPressed = m_hold.id == m_id && m_hold.isPressed;
        const bool isSecond = m_hold.id == m_id && !m_hold.isMoved;
        const bool isOnTrack = at.y >= m_control.max.y - m_context.px(kTrackHeight);
        if (m_control.upper && isOnTrack && !io.KeyCtrl) {
            choose(isUpperNearer(at.x));
            keepKnob();
        }
        m_hold = Hold();
        m_hold.id = m_id;
        m_hold.travel = m_control.travel;
        m_hold.before = m_shown;
        m_hold.otherBefore = m_other;
        if (io.KeyCtrl) {
            m_use.isTyped = true;
        } else if (isSecond && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
            // The first of the two clicks may have moved the knob.
            reset();
            m_use.joinsLast = wasPressed;
        } else if (isOnTrack) {
            const double knob = m_control.travel.partOf(m_shown);
            const float away = std::abs(at.x - knobAt(m_context, m_control.min.x, m_control.max.x, knob));
            const bool isGrabbed = away < m_context.px(kKnobReach);
            m_hold.isDragged = true;
            m_hold.x = m_hold.anchor = at.x;
            // Less than a pixel is the rounding of the value.
            m_hold.anchorPart = isGrabbed && away >= 1.0f ? knob : partAt(at.x);
            if (!isGrabbed) {
                m_hold.isPressed = true;
                m_use.shown = valueAt(partAt(at.x));
            }
        } else if (at.x >= m_control.valueLeft) {
            m_use.isTyped = true;
        }
    }

    void drag() {
        if (!ImGui::IsItemActive() && !ImGui::IsItemDeactivated()) {
            m_hold.isDragged = false;  // it was not built when it was let go
            return;
        }
        m_use.state = SliderState::held;
        m_use.before = m_use.isUpper ? m_hold.otherBefore : m_hold.before;
        m_use.upperBefore = m_use.isUpper ? m_hold.before : m_hold.otherBefore;
        m_other = m_hold.otherBefore;
        m_use.travel = m_hold.travel;
        if (m_context.takeEscape()) {
            setBoth(m_use.before, m_use.upperBefore);
            m_hold.isDragged = false;
            releaseKeyboard();
            return;
        }
        const ImGuiIO& io = ImGui::GetIO();
        const bool isMoved = io.MousePos.x != m_hold.x;
        m_hold.isMoved |= isMoved;
        if (isMoved || io.KeyShift != m_hold.isSlow || io.KeyCtrl != m_hold.isRound) {
            // What the pointer has moved until now was at the speed until now.
            const float x = isMoved ? io.MousePos.x : m_hold.x;
            double part = partFrom(x);
            if (io.KeyShift != m_hold.isSlow) {
                m_hold.anchorPart = part;
                m_hold.anchor = x;
                m_hold.isSlow = io.KeyShift;
            }
            const bool isSet = isMoved || io.KeyCtrl != m_hold.isRound;
            m_hold.x = x;
            m_hold.isRound = io.KeyCtrl;
            if (isSet) {  // Shift alone changes nothing
                m_use.shown = valueAt(part);
            }
        }
        if (!ImGui::IsItemActive()) {
            m_hold.isDragged = false;
            m_use.state = SliderState::hovered;
        }
    }

    double partFrom(float x) const {
        const float speed = m_hold.isSlow ? kSlowness : 1.0f;
        return m_hold.anchorPart + static_cast<double>((x - m_hold.anchor) * speed / width());
    }

    double valueAt(double part) const {
        const SliderTravel& travel = m_hold.travel;
        const double beyond = part - 1.0 - static_cast<double>(m_context.px(kBeyondFrom) / width());
        if (m_control.goesBeyond && beyond > 0.0) {
            return std::min(m_parameter->declared.max,
                            roundedForDrag(*m_parameter, travel.beyond(1.0 + beyond)));
        }
        const double mark = m_use.isUpper ? m_control.upper->resetShown : m_control.resetShown;
        const double fromMark = std::abs(part - travel.partOf(mark)) * static_cast<double>(width());
        const ImGuiIO& io = ImGui::GetIO();
        if (!io.KeyShift && !io.KeyCtrl && fromMark < static_cast<double>(m_context.px(kMarkReach))) {
            return std::clamp(mark, travel.min, std::max(travel.min, travel.max));
        }
        const double value = travel.at(part);
        return m_hold.isRound ? roundValue(*m_parameter, travel, value)
                              : draggedValue(*m_parameter, travel, value);
    }

    /// Returns the whole notches that the wheel has turned by now, and keeps the rest for the next frame.
    double wholeNotches(float turned) const {
        if (turned == 0.0f) {
            return 0.0;
        }
        const double now = ImGui::GetTime();
        if (g_partNotch.id != m_id || g_partNotch.turned * turned < 0.0 || now - g_partNotch.at > kSameEdit) {
            g_partNotch = {m_id, 0.0, now};
        }
        g_partNotch.turned += turned;
        g_partNotch.at = now;
        const double whole = std::trunc(g_partNotch.turned);
        g_partNotch.turned -= whole;
        return whole;
    }

    void step(double steps) {
        const double now = ImGui::GetTime();
        const bool isSame = m_hold.id == m_id && now - m_hold.steppedAt < kSameEdit;
        const double stepped = steppedValue(*m_parameter, m_control.travel, m_shown, steps);
        const double rounded = roundedForDrag(*m_parameter, stepped);
        m_use.shown = rounded == m_shown || !m_control.travel.isLogarithmic ? stepped : rounded;
        m_use.joinsLast = isSame;
        m_hold = Hold();
        m_hold.id = m_id;
        m_hold.steppedAt = now;
    }

    void useKeys() {
        noteSliderFocus();
        const ImGuiIO& io = ImGui::GetIO();
        const double size = io.KeyShift ? 0.1 : io.KeyCtrl ? 10.0 : 1.0;
        const auto isPressed = [](ImGuiKey key) { return isKeyPressed(key); };
        if (isPressed(ImGuiKey_LeftArrow)) {
            step(-size);
        } else if (isPressed(ImGuiKey_RightArrow)) {
            step(size);
        } else if (isPressed(ImGuiKey_Home)) {
            m_use.shown = m_control.travel.min;
        } else if (isPressed(ImGuiKey_End)) {
            m_use.shown = m_control.travel.max;
        } else if (isPressed(ImGuiKey_Backspace) || isPressed(ImGuiKey_Delete)) {
            reset();
        } else if (isEnterPressed()) {
            m_use.isTyped = true;
        } else if (m_control.upper && isPressed(ImGuiKey_Space)) {
            choose(!m_use.isUpper);
            keepKnob();
        } else {
            return;
        }
        stayHere();
    }

    void setBoth(double lower, double upper) {
        m_use.shown = lower;
        m_use.upper = upper;
        m_areBothSet = true;
    }

    void reset() { setBoth(m_control.resetShown, m_control.upper ? m_control.upper->resetShown : 0.0); }

    /// Sets what the other knob does, and drops requests that change nothing.
    void finish() {
        if (!m_control.upper) {
            m_use.upper.reset();
        } else if (m_use.shown && !m_areBothSet) {
            const double wanted = *m_use.shown;
            m_use.shown = m_use.isUpper ? std::min(m_other, wanted) : wanted;
            m_use.upper = m_use.isUpper ? wanted : std::max(m_other, wanted);
        }
        if (m_use.shown == m_control.shown) {
            m_use.shown.reset();
        }
        if (m_control.upper && m_use.upper == m_control.upper->shown) {
            m_use.upper.reset();
        }
    }

    const WidgetContext& m_context;
    const SliderControl& m_control;
    ImGuiID m_id;
    StoredFlag m_upperFlag;
    const Parameter* m_parameter = nullptr;  ///< of the knob in use, …
    double m_shown = 0.0;                    ///< … its value, …
    double m_other = 0.0;                    ///< … and that of a range's other knob
    bool m_areBothSet = false;
    Hold& m_hold = g_hold;
    SliderUse m_use;
};

}  // namespace

StoredFlag upperKnobFlag() {
    return StoredFlag("upper knob", true);
}

float knobAt(const WidgetContext& context, float left, float right, double part) {
    const float inset = context.px(kKnobInset);
    return left + inset + static_cast<float>(part) * (right - left - 2.0f * inset);
}

SliderUse useSlider(const WidgetContext& context, const SliderControl& control) {
    bareButton(kItem, {std::max(1.0f, control.max.x - control.min.x), control.max.y - control.min.y});
    return Gesture(context, control).use();
}

}  // namespace shoal
