#pragma once

#include <string>
#include <string_view>

#include <imgui.h>

#include "ui/ui_probe.hpp"

namespace shoal {

/// What every widget of the panel needs to know of the frame being built.
struct WidgetContext {
    float scale = 1.0f;
    UiProbe* probe = nullptr;  ///< null outside tests

    float px(float atScaleOne) const { return atScaleOne * scale; }
    void note(std::string_view key, bool isCutOff = false) const {
        if (probe != nullptr) {
            probe->add(key, isCutOff);
        }
    }
};

/// A yes or no that ImGui keeps with the window, under the name it has in the present ID scope. Never held by
/// reference: ImGui moves what it keeps whenever something is added.
class StoredFlag {
public:
    StoredFlag(const char* name, bool atFirst);
    bool get() const { return m_storage->GetBool(m_id, m_atFirst); }
    void set(bool value) const { m_storage->SetBool(m_id, value); }

private:
    ImGuiStorage* m_storage;
    ImGuiID m_id;
    bool m_atFirst;
};

/// Explains the item just built, once the mouse has rested on it for a moment.
void tooltip(const WidgetContext& context, const std::string& text);

/// A small round arrow that takes something back; keeps its place when it is not shown. True when clicked.
bool resetMark(const WidgetContext& context, const char* id, bool isShown, const std::string& hint);

/// Width that rows leave free at their right for the reset mark [px].
float resetColumn(const WidgetContext& context);

/// A sliding on/off switch. True when it was flipped.
bool toggleSwitch(const WidgetContext& context, const char* id, bool& isOn);

/// A heading that folds what follows; remembers whether it is open. `resets` is set when its mark was
/// clicked.
struct HeadingState {
    bool isOpen = false;
    bool resets = false;
};
HeadingState foldingHeading(const WidgetContext& context, const char* id, std::string_view title,
                            bool isOpenAtFirst, bool isChanged);

/// A quiet line above a group.
void groupTitle(const WidgetContext& context, std::string_view title);

/// Two words in one row: left quiet, right plain. True when both fit.
bool labelledValue(const WidgetContext& context, std::string_view label, std::string_view value);

/// Draws `label` at the left and `value` at the right of a rectangle, on one baseline; cuts the label where
/// they would meet. True when nothing had to be cut.
bool drawLabelAndValue(const WidgetContext& context, const ImVec2& least, const ImVec2& most,
                       std::string_view label, std::string_view value, bool isQuiet = false);

/// Whether a stroke from `from` to `to` [px] across that rectangle would meet one of its two words.
bool meetsLabelOrValue(const WidgetContext& context, const ImVec2& least, const ImVec2& most,
                       std::string_view label, std::string_view value, float from, float to);

/// The foldable arrow, drawn in a square whose middle this is.
void drawFoldArrow(const WidgetContext& context, const ImVec2& middle, bool isOpen);

}  // namespace shoal
