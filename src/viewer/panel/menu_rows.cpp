#include "viewer/panel/menu_rows.hpp"

#include <cmath>

#include <imgui.h>

#include "ui/widgets/theme.hpp"

namespace shoal {

namespace {

constexpr float kMenuRowHeight = 30.0f;  // [px] at scale 1

}  // namespace

bool menuRow(const WidgetContext& context, const MenuRow& row) {
    ImGui::BeginDisabled(!row.isPossible);
    ImGui::PushStyleVar(ImGuiStyleVar_SelectableTextAlign, {0.0f, 0.5f});
    const float height = context.px(kMenuRowHeight) - ImGui::GetStyle().ItemSpacing.y;
    const bool isChosen = ImGui::Selectable(
        row.label.c_str(), row.isChosen,
        row.staysOpen ? ImGuiSelectableFlags_DontClosePopups : ImGuiSelectableFlags_None, {0.0f, height});
    ImGui::PopStyleVar();
    ImGui::EndDisabled();
    context.note(row.key);
    const ImVec2 max = ImGui::GetItemRectMax();
    const float wide = ImGui::CalcTextSize(row.shortcut).x;
    const float top = std::floor(0.5f * (ImGui::GetItemRectMin().y + max.y - ImGui::GetFontSize()));
    ImGui::GetWindowDrawList()->AddText({max.x - wide - context.px(4.0f), top},
                                        theme::packed(theme::colours().quietText), row.shortcut);
    tooltip(context, row.hint);
    return isChosen;
}

void actionRow(PanelFrame& frame, std::string_view command, MenuRow row) {
    if (!frame.context.has(command)) {
        return;
    }
    const std::string shortcut = frame.context.keyOf(command);
    row.shortcut = shortcut.c_str();
    if (menuRow(frame.context, row)) {
        frame.commands.push_back(Run{command});
    }
}

}  // namespace shoal
