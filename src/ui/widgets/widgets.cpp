#include "ui/widgets/widgets.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <imgui_internal.h>

#include "ui/widgets/command_table.hpp"
#include "ui/widgets/icons.hpp"
#include "ui/widgets/keyboard.hpp"
#include "ui/widgets/theme.hpp"
#include "ui/widgets/ui_context.hpp"

namespace shoal {

namespace {

constexpr float kResetWidth = 20.0f;
constexpr float kResetIcon = 13.0f;
constexpr float kWordPadding = 8.0f;  // between a row's edge and its text, and between label and value
constexpr float kTooltipWidth = 280.0f;
constexpr float kTooltipDelay = 0.5f;  // [s]
// After a tooltip, those of the next items come at once for this long [s].
constexpr float kTooltipFollows = 0.3f;
constexpr float kNever = std::numeric_limits<float>::max();

ImVec2 textSize(std::string_view text) {
    return ImGui::CalcTextSize(text.data(), text.data() + text.size());
}

void drawText(ImDrawList& list, const ImVec2& at, const theme::Colour& colour, std::string_view text) {
    const float alpha = ImGui::GetStyle().Alpha;
    list.AddText(at, theme::packed(theme::withAlpha(colour, colour.alpha * alpha)), text.data(),
                 text.data() + text.size());
}

/// Notes that something happens in this frame, under a name.
void noteMoment(ImGuiStorage& storage, const char* name) {
    storage.SetFloat(ImHashStr(name), static_cast<float>(ImGui::GetTime()));
    storage.SetInt(ImHashStr(name, 0, 1), ImGui::GetFrameCount());
}

/// Whether that last happened just now: in the frame before, however long that took, or a moment ago.
bool wasJustNow(const ImGuiStorage& storage, const char* name) {
    const float passed = static_cast<float>(ImGui::GetTime()) - storage.GetFloat(ImHashStr(name), -kNever);
    return passed < kTooltipFollows || storage.GetInt(ImHashStr(name, 0, 1)) + 1 >= ImGui::GetFrameCount();
}

/// Whether a tooltip of another item was on show just now. Their own window, which they share, knows.
bool isFollowing() {
    const ImGuiWindow* shared = ImGui::FindWindowByName("##Tooltip_00");
    return shared != nullptr && wasJustNow(shared->StateStorage, "shown");
}

}  // namespace

StoredFlag::StoredFlag(const char* name, bool atFirst)
    : m_storage(ImGui::GetStateStorage()), m_id(ImGui::GetID(name)), m_atFirst(atFirst) {}

void tooltip(const WidgetContext& context, const std::string& text) {
    // Disabled items have tooltips too, to say why.
    if (text.empty() || !ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) {
        return;
    }
    // ImGui 1.86 has no tooltip delay. The time is kept in the window's storage; a tooltip that another item
    // has just shown is as if the mouse had rested here already.
    ImGuiStorage& storage = *ImGui::GetStateStorage();
    const ImGuiID timeKey = ImGui::GetID("tooltip time");
    const ImGuiID placeKey = ImGui::GetID("tooltip place");
    const ImVec2 min = ImGui::GetItemRectMin();
    const int place = static_cast<int>(min.x) * 65536 + static_cast<int>(min.y);
    const auto now = static_cast<float>(ImGui::GetTime());
    const bool hasLeft = !wasJustNow(storage, "tooltip hovered");
    noteMoment(storage, "tooltip hovered");
    const bool isActive = ImGui::IsItemActive();
    const ImGuiIO& io = ImGui::GetIO();
    const bool hasMoved = io.MouseDelta.x != 0.0f || io.MouseDelta.y != 0.0f;
    // A click may also have closed what lay over the item.
    const bool isWhereClicked = io.MouseClickedTime[0] > 0.0 && io.MouseClickedPos[0].x == io.MousePos.x &&
                                io.MouseClickedPos[0].y == io.MousePos.y;
    const bool isHidden = isWhereClicked || (storage.GetFloat(timeKey) == kNever && !hasMoved);
    if (isActive || (!ImGui::GetIO().NavVisible && (isAnyKeyPressed() || isHidden))) {
        // Hidden until the mouse moves, because a click or a key may have opened something at the tooltip's
        // place. While keys move between controls, tooltips follow.
        storage.SetFloat(timeKey, kNever);
        return;
    }
    if (hasLeft || storage.GetInt(placeKey, -1) != place || storage.GetFloat(timeKey) == kNever) {
        const bool isFirst = storage.GetFloat(timeKey) == kNever || !isFollowing();
        storage.SetInt(placeKey, place);
        storage.SetFloat(timeKey, isFirst ? now : now - kTooltipDelay);
    }
    if (now - storage.GetFloat(timeKey) < kTooltipDelay) {
        return;
    }
    showBeside(context, min, text);
}

void showBeside(const WidgetContext& context, const ImVec2& min, const std::string& text) {
    // Beside the panel if there is space: over it, the tooltip would hide the value that it explains.
    const float gap = context.px(2 * theme::kGrid);
    const float room = context.px(kTooltipWidth + 8 * theme::kGrid);
    const float panelLeft = ImGui::GetWindowPos().x;
    const float panelRight = std::max(panelLeft + ImGui::GetWindowWidth(), context.px(context.panelWidth));
    const float top = min.y - context.px(theme::kGrid);
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    if (ImGui::GetWindowPos().y > 0.5f * display.y) {  // over a bar at the bottom, not over the panel
        ImGui::SetNextWindowPos({std::min(min.x, display.x - room), ImGui::GetWindowPos().y - gap},
                                ImGuiCond_Always, {0.0f, 1.0f});
    } else if (panelLeft > 0.0f && ImGui::GetWindowWidth() > 0.4f * display.x) {
        // A wide window beside the panel, such as the gallery: near the mouse.
    } else if (panelRight + gap + room <= display.x) {
        ImGui::SetNextWindowPos({panelRight + gap, top});
    } else if (panelLeft - gap - room >= 0.0f) {
        ImGui::SetNextWindowPos({panelLeft - gap, top}, ImGuiCond_Always, {1.0f, 0.0f});
    }
    ImGui::BeginTooltip();
    noteMoment(*ImGui::GetStateStorage(), "shown");
    ImGui::PushFont(textFont());  // whatever font the item has
    ImGui::PushTextWrapPos(context.px(kTooltipWidth));
    const std::string shown = context.commands != nullptr ? context.commands->withKeys(text) : text;
    ImGui::TextUnformatted(shown.c_str());
    ImGui::PopTextWrapPos();
    ImGui::PopFont();
    ImGui::EndTooltip();
}

float resetColumn(const WidgetContext& context) {
    return context.px(kResetWidth);
}

bool resetMark(const WidgetContext& context, const char* id, bool isShown, const std::string& hint) {
    const ImVec2 size(resetColumn(context), ImGui::GetFrameHeight());
    if (!isShown) {
        ImGui::Dummy(size);
        return false;
    }
    const bool isClicked = bareButton(id, size);
    const ImVec2 min = ImGui::GetItemRectMin();
    const float icon = context.px(kResetIcon);
    drawIcon(*ImGui::GetWindowDrawList(), Icon::reset,
             {min.x + size.x - icon, std::floor(min.y + 0.5f * (size.y - icon))}, icon,
             theme::packed(ImGui::IsItemHovered() ? theme::colours().text : theme::colours().quietText));
    tooltip(context, hint);
    return isClicked;
}

bool closeMark(const WidgetContext& context, const char* id, const ImVec2& size) {
    constexpr float kArm = 2.8f;  // [px] at scale 1
    const bool isClicked = bareButton(id, size);
    const ImVec2 min = ImGui::GetItemRectMin();
    const ImVec2 middle{min.x + 0.5f * size.x, min.y + 0.5f * size.y};
    const float arm = context.px(kArm);
    const ImU32 colour =
        theme::packed(ImGui::IsItemHovered() ? theme::colours().text : theme::colours().quietText);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (const float side : {-1.0f, 1.0f}) {
        list.AddLine({middle.x - arm, middle.y - side * arm}, {middle.x + arm, middle.y + side * arm}, colour,
                     context.px(1.3f));
    }
    return isClicked;
}

bool toggleSwitch(const WidgetContext& context, const char* id, bool& isOn) {
    const float height = ImGui::GetFrameHeight();
    const ImVec2 size(context.px(28.0f), height);
    const bool isFlipped = bareButton(id, size);
    if (isFlipped) {
        isOn = !isOn;
    }
    const ImVec2 min = ImGui::GetItemRectMin();
    const float radius = context.px(7.0f);
    const float middle = min.y + height * 0.5f;
    const float alpha = ImGui::GetStyle().Alpha;
    const theme::Colour track =
        isOn ? theme::withAlpha(theme::colours().text, theme::colours().filled * alpha)
             : theme::withAlpha(theme::colours().text, (ImGui::IsItemHovered() ? 0.28f : 0.18f) * alpha);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled({min.x, middle - radius}, {min.x + size.x, middle + radius}, theme::packed(track),
                       radius);
    const float knob = isOn ? min.x + size.x - radius : min.x + radius;
    list.AddCircleFilled({knob, middle}, radius - context.px(2.0f),
                         theme::packed(theme::withAlpha(theme::colours().text, alpha)));
    return isFlipped;
}

bool labelledSwitch(const WidgetContext& context, const char* id, const char* label, const std::string& hint,
                    bool& isOn) {
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + context.px(kWordPadding));
    const bool isFlipped = toggleSwitch(context, id, isOn);
    context.note(id);
    tooltip(context, hint);
    ImGui::SameLine(0.0f, context.px(kWordPadding));
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(label);
    return isFlipped;
}

void drawFoldArrow(const WidgetContext& context, const ImVec2& middle, bool isOpen) {
    const float size = context.px(3.5f);
    const ImU32 colour = theme::packed(theme::colours().quietText);
    const float stroke = context.px(1.5f);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 points[3] = {
        isOpen ? ImVec2(middle.x - size, middle.y - size * 0.5f)
               : ImVec2(middle.x - size * 0.5f, middle.y - size),
        isOpen ? ImVec2(middle.x, middle.y + size * 0.6f) : ImVec2(middle.x + size * 0.6f, middle.y),
        isOpen ? ImVec2(middle.x + size, middle.y - size * 0.5f)
               : ImVec2(middle.x - size * 0.5f, middle.y + size)};
    list.AddPolyline(points, 3, colour, 0, stroke);
}

HeadingState foldingHeading(const WidgetContext& context, const char* id, std::string_view title,
                            bool isOpenAtFirst, bool isChanged) {
    ImGui::PushID(id);
    const Fold fold(context.folds, id, isOpenAtFirst);
    const float width = ImGui::GetContentRegionAvail().x - resetColumn(context);
    if (bareButton("fold", {width, ImGui::GetFrameHeight()})) {
        fold.set(!fold.isOpen());
    }
    const bool isOpen = fold.isOpen();
    context.note(std::string("heading.") + id);
    const ImVec2 min = ImGui::GetItemRectMin();
    const ImVec2 max = ImGui::GetItemRectMax();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (ImGui::IsItemHovered()) {
        list.AddRectFilled(min, max, theme::packed(theme::colours().frame), context.px(theme::kCorner));
    }
    drawFoldArrow(context, {min.x + context.px(8.0f), (min.y + max.y) * 0.5f}, isOpen);
    drawText(list, {min.x + context.px(20.0f), min.y + ImGui::GetStyle().FramePadding.y},
             theme::colours().text, title);
    ImGui::SameLine(0.0f, 0.0f);
    const HeadingState state{isOpen, resetMark(context, "reset", isChanged, "Back to the preset's values")};
    ImGui::PopID();
    return state;
}

void groupTitle(const WidgetContext& context, std::string_view title) {
    ImGui::Dummy({0.0f, context.px(theme::kGrid)});
    ImGui::PushStyleColor(ImGuiCol_Text, theme::colours().quietText);
    ImGui::TextUnformatted(title.data(), title.data() + title.size());
    ImGui::PopStyleColor();
}

bool drawLabelAndValue(const WidgetContext& context, const ImVec2& min, const ImVec2& max,
                       std::string_view label, std::string_view value, bool isQuiet) {
    const float padding = context.px(kWordPadding);
    const float gap = context.px(kWordPadding);
    const ImVec2 labelSize = textSize(label);
    const ImVec2 valueSize = textSize(value);
    const float y = std::floor((min.y + max.y - labelSize.y) * 0.5f);
    const float valueX = std::floor(max.x - padding - valueSize.x);
    const float room = valueX - gap - (min.x + padding);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect({min.x + padding, min.y}, {std::max(min.x + padding, valueX - gap), max.y}, true);
    drawText(list, {min.x + padding, y}, isQuiet ? theme::colours().quietText : theme::colours().text, label);
    list.PopClipRect();
    drawText(list, {valueX, y}, theme::colours().text, value);
    return labelSize.x <= room;
}

bool labelledValue(const WidgetContext& context, std::string_view label, std::string_view value) {
    const float width = ImGui::GetContentRegionAvail().x - resetColumn(context);
    const ImVec2 size(width, ImGui::GetTextLineHeight() + context.px(theme::kGrid));
    const ImVec2 min = ImGui::GetCursorScreenPos();
    ImGui::Dummy(size);
    return drawLabelAndValue(context, min, {min.x + size.x, min.y + size.y}, label, value, true);
}

void scrollIntoView(float top, float bottom) {
    const float from = ImGui::GetWindowPos().y;
    if (top < from) {
        ImGui::SetScrollFromPosY(top - from, 0.0f);
    } else if (bottom > from + ImGui::GetWindowHeight()) {
        ImGui::SetScrollFromPosY(std::min(top, bottom - ImGui::GetWindowHeight()) - from, 0.0f);
    }
}

void pushCardStyle(const WidgetContext& context, float padding) {
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, context.px(theme::kCardCorner));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {context.px(padding), context.px(padding)});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1.0f, 1.0f});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1.0f);
}

void popCardStyle() {
    ImGui::PopStyleVar(4);
}

void drawCardShadow(const WidgetContext& context, const ImVec2& min, const ImVec2& size) {
    struct Layer {
        float grown;  // [px] at scale 1
        float opacity;
    };
    constexpr std::array kLayers{Layer{4.0f, 0.05f}, Layer{2.0f, 0.07f}, Layer{1.0f, 0.08f}};
    const float down = context.px(2.0f);
    for (const auto& [grown, opacity] : kLayers) {
        const float more = context.px(grown);
        ImGui::GetBackgroundDrawList()->AddRectFilled(
            {min.x - more, min.y - more + down}, {min.x + size.x + more, min.y + size.y + more + down},
            theme::packed({0.0f, 0.0f, 0.0f, opacity}), context.px(theme::kCardCorner) + more);
    }
}

}  // namespace shoal
