#pragma once

#include <string>
#include <string_view>

#include <imgui.h>

#include "ui/widgets/command_table.hpp"
#include "ui/widgets/folds.hpp"
#include "ui/widgets/keyboard.hpp"
#include "ui/widgets/theme.hpp"
#include "ui/widgets/ui_probe.hpp"

namespace shoal {

/// Context for every widget in the frame being built.
struct WidgetContext {
    float scale = 1.0f;
    UiProbe* probe = nullptr;                ///< null outside tests
    Folds* folds = nullptr;                  ///< open and closed headings; null if nothing folds
    float panelWidth = theme::kPanelWidth;   ///< [px] at scale 1
    EscapeKey* escape = nullptr;             ///< of this frame; null if nothing here takes it
    const CommandTable* commands = nullptr;  ///< that can be given; null where none can

    float px(float atScaleOne) const { return atScaleOne * scale; }
    void note(std::string_view key, bool isCutOff = false, std::string_view also = {}) const {
        if (probe != nullptr) {
            probe->add(key, isCutOff, also);
        }
    }

    /// Whether a command can be given now.
    bool isPossible(std::string_view command) const {
        return commands != nullptr && commands->isPossible(command);
    }
    /// Whether the button of a command looks pressed.
    bool isOn(std::string_view command) const { return commands != nullptr && commands->isOn(command); }
    /// Whether there is such a command. Without a table, buttons are shown for all.
    bool has(std::string_view command) const {
        return commands == nullptr || commands->find(command) != nullptr;
    }
    /// The first key of a command, for menus; empty if it has none.
    std::string keyOf(std::string_view command) const {
        return commands != nullptr ? commands->keyOf(command) : std::string();
    }

    /// True for the first widget that asks in a frame in which Esc was pressed; nothing else uses it then.
    bool takeEscape() const { return escape != nullptr && escape->take(); }
};

/// A flag that ImGui stores with the window, under its name in the current ID scope. Looked up each time,
/// because ImGui moves its storage whenever something is added.
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

/// Shows a tooltip for the item just built, once the mouse has rested on it for a moment. "{pause}" stands
/// for the keys of that command.
void tooltip(const WidgetContext& context, const std::string& text);

/// Shows a tooltip with this text for the item whose upper left corner is at `min`.
void showBeside(const WidgetContext& context, const ImVec2& min, const std::string& text);

/// Builds a small round reset arrow; keeps its space when hidden. True when clicked.
bool resetMark(const WidgetContext& context, const char* id, bool isShown, const std::string& hint);

/// Width that rows leave free at their right for the reset mark [px].
float resetColumn(const WidgetContext& context);

/// Builds a small cross that closes something. True when clicked.
bool closeMark(const WidgetContext& context, const char* id, const ImVec2& size);

/// Builds a sliding on/off switch. True when it was flipped.
bool toggleSwitch(const WidgetContext& context, const char* id, bool& isOn);

/// Builds a switch with its label at the right. `id` also names it in tests. True when it was flipped.
bool labelledSwitch(const WidgetContext& context, const char* id, const char* label, const std::string& hint,
                    bool& isOn);

/// A heading that folds the rows below it; the context's folds remember whether it is open. `resets` is set
/// when its reset mark was clicked.
struct HeadingState {
    bool isOpen = false;
    bool resets = false;
};
HeadingState foldingHeading(const WidgetContext& context, const char* id, std::string_view title,
                            bool isOpenAtFirst, bool isChanged);

/// Builds the title of a group.
void groupTitle(const WidgetContext& context, std::string_view title);

/// Builds a row with a quiet label at the left and a plain value at the right. True when both fit.
bool labelledValue(const WidgetContext& context, std::string_view label, std::string_view value);

/// Draws `label` at the left and `value` at the right of a rectangle, on one baseline; cuts the label where
/// they would overlap. True when nothing was cut.
bool drawLabelAndValue(const WidgetContext& context, const ImVec2& min, const ImVec2& max,
                       std::string_view label, std::string_view value, bool isQuiet = false);

/// Scrolls the window just far enough to show its content from `top` to `bottom` [px], or the start if that
/// is taller than the window.
void scrollIntoView(float top, float bottom);

/// Gives the next window the corners and padding [px at scale 1] of a card on the picture. Pop it once the
/// window has begun.
void pushCardStyle(const WidgetContext& context, float padding);
void popCardStyle();

/// Draws a card's shadow behind all windows.
void drawCardShadow(const WidgetContext& context, const ImVec2& min, const ImVec2& size);

/// Draws a folding arrow centred on `middle`.
void drawFoldArrow(const WidgetContext& context, const ImVec2& middle, bool isOpen);

}  // namespace shoal
