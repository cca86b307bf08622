#include "ui/widgets/help_overlay.hpp"

#include <algorithm>

#include "ui/panel/commands.hpp"
#include "ui/widgets/theme.hpp"
#include "ui/widgets/ui_context.hpp"

namespace shoal {

HelpAction buildHelpOverlay(const WidgetContext& context, float pictureLeft) {
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    float keysWidth = 0.0f;
    for (const HelpLine& line : helpLines()) {
        keysWidth = std::max(keysWidth, ImGui::CalcTextSize(line.keys.data()).x);
    }
    ImGui::SetNextWindowPos({pictureLeft + (display.x - pictureLeft) * 0.5f, display.y * 0.5f},
                            ImGuiCond_Always, {0.5f, 0.5f});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, context.px(theme::kCorner));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {context.px(20.0f), context.px(16.0f)});
    constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoSavedSettings |
                                        ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoMove |
                                        ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav;
    ImGui::Begin("help", nullptr, kFlags);
    ImGui::PushFont(titleFont());
    ImGui::TextUnformatted("Keys and mouse");
    ImGui::PopFont();
    ImGui::Dummy({0.0f, context.px(theme::kGrid)});
    const float start = ImGui::GetCursorPosX();
    for (const HelpLine& line : helpLines()) {
        ImGui::PushStyleColor(ImGuiCol_Text, theme::kAccent);
        ImGui::TextUnformatted(line.keys.data(), line.keys.data() + line.keys.size());
        ImGui::PopStyleColor();
        ImGui::SameLine(start + keysWidth + context.px(24.0f));
        ImGui::TextUnformatted(line.what.data(), line.what.data() + line.what.size());
    }
    ImGui::Dummy({0.0f, context.px(theme::kGrid)});
    HelpAction action = HelpAction::none;
    if (ImGui::Button("Open the manual")) {
        action = HelpAction::openManual;
    } else if (ImGui::IsWindowHovered() && !ImGui::IsItemHovered() &&
               ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
        action = HelpAction::close;
    }
    context.note("help.manual");
    ImGui::End();
    ImGui::PopStyleVar(2);
    return action;
}

}  // namespace shoal
