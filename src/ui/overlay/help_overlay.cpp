#include "ui/overlay/help_overlay.hpp"

#include <algorithm>

#include "ui/command/command.hpp"
#include "ui/widgets/keyboard.hpp"
#include "ui/widgets/theme.hpp"
#include "ui/widgets/ui_context.hpp"

namespace shoal {

namespace {

/// Scrolls with the arrow and page keys, which the picture does not use.
void scrollByKeys() {
    const float line = ImGui::GetTextLineHeightWithSpacing();
    const float page = ImGui::GetWindowHeight() - 2.0f * line;
    const float lines =
        (isKeyPressed(ImGuiKey_DownArrow) ? 1.0f : 0.0f) - (isKeyPressed(ImGuiKey_UpArrow) ? 1.0f : 0.0f);
    const float pages =
        (isKeyPressed(ImGuiKey_PageDown) ? 1.0f : 0.0f) - (isKeyPressed(ImGuiKey_PageUp) ? 1.0f : 0.0f);
    if (lines != 0.0f || pages != 0.0f) {
        ImGui::SetScrollY(
            std::clamp(ImGui::GetScrollY() + lines * line + pages * page, 0.0f, ImGui::GetScrollMaxY()));
    }
}

}  // namespace

void buildHelpOverlay(const WidgetContext& context, float pictureLeft, Commands& commands,
                      std::string_view flyKeys) {
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    float keysWidth = 0.0f;
    float whatWidth = 0.0f;
    const auto keysOf = [flyKeys](const HelpLine& line) {
        return line.keys == kFlyKeys ? flyKeys : line.keys;
    };
    for (const HelpLine& line : helpLines()) {
        const std::string_view keys = keysOf(line);
        keysWidth = std::max(keysWidth, ImGui::CalcTextSize(keys.data(), keys.data() + keys.size()).x);
        whatWidth = std::max(whatWidth, ImGui::CalcTextSize(line.what.data()).x);
    }
    const ImVec2 padding(context.px(20.0f), context.px(16.0f));
    const float margin = context.px(2 * theme::kGrid);
    const float gap = context.px(24.0f);
    // Beside the panel if it fits there, otherwise over it. Long lines wrap; a list taller than the view
    // scrolls.
    const float wanted = 2.0f * padding.x + keysWidth + gap + whatWidth + ImGui::GetStyle().ScrollbarSize;
    const float left = display.x - pictureLeft >= wanted + 2.0f * margin ? pictureLeft : 0.0f;
    const float width = std::min(wanted, display.x - left - 2.0f * margin);
    ImGui::SetNextWindowPos({left + (display.x - left) * 0.5f, display.y * 0.5f}, ImGuiCond_Always,
                            {0.5f, 0.5f});
    ImGui::SetNextWindowSizeConstraints({width, 0.0f}, {width, std::max(1.0f, display.y - 2.0f * margin)});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, context.px(theme::kCorner));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, padding);
    constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                                        ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings |
                                        ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoMove |
                                        ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav;
    // It may lie over the panel, whose text must not show through.
    ImGui::PushStyleColor(ImGuiCol_WindowBg, theme::colours().popup);
    ImGui::Begin("help", nullptr, kFlags);
    ImGui::PopStyleColor();
    ImGui::PushFont(titleFont());
    ImGui::TextUnformatted("Keys and mouse");
    ImGui::PopFont();
    // Beside the title, so that it is in view at any window height.
    const char* const manual = "Open the manual";
    ImGui::SameLine(width - padding.x - ImGui::GetStyle().ScrollbarSize - ImGui::CalcTextSize(manual).x -
                    2.0f * ImGui::GetStyle().FramePadding.x);
    const bool opensManual = ImGui::Button(manual);
    const bool isOnButton = ImGui::IsItemHovered();
    context.note("help.manual");
    ImGui::Dummy({0.0f, context.px(theme::kGrid)});
    const float start = ImGui::GetCursorPosX();
    for (const HelpLine& line : helpLines()) {
        ImGui::PushStyleColor(ImGuiCol_Text, theme::colours().accent);
        const std::string_view keys = keysOf(line);
        ImGui::TextUnformatted(keys.data(), keys.data() + keys.size());
        ImGui::PopStyleColor();
        ImGui::SameLine(start + keysWidth + gap);
        ImGui::PushTextWrapPos(start + width - 2.0f * padding.x - ImGui::GetStyle().ScrollbarSize);
        ImGui::TextUnformatted(line.what.data(), line.what.data() + line.what.size());
        ImGui::PopTextWrapPos();
    }
    const bool isOnScrollbar = ImGui::GetIO().MousePos.x >
                               ImGui::GetWindowPos().x + width - ImGui::GetStyle().ScrollbarSize - padding.x;
    if (opensManual) {
        commands.push_back(Action::manual);
    } else if (ImGui::IsWindowHovered() && !isOnButton && !isOnScrollbar &&
               ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
        commands.push_back(Action::help);
    }
    scrollByKeys();
    ImGui::End();
    ImGui::PopStyleVar(2);
}

}  // namespace shoal
