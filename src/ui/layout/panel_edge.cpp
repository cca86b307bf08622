#include "ui/layout/panel_edge.hpp"

#include <algorithm>

#include "ui/widgets/keyboard.hpp"
#include "ui/widgets/theme.hpp"

namespace shoal {

void buildPanelEdge(const WidgetContext& context, PanelLayout& layout) {
    constexpr float kGrip = 7.0f;
    const ImVec2 start = ImGui::GetWindowPos();
    const ImVec2 size = ImGui::GetWindowSize();
    const float grip = context.px(kGrip);
    // The window's own clip rectangle excludes half of its padding.
    ImGui::PushClipRect(start, {start.x + size.x, start.y + size.y}, false);
    ImGui::SetCursorScreenPos({start.x + size.x - grip, start.y});
    pushUnreachable();
    ImGui::InvisibleButton("edge", {grip, size.y});
    popUnreachable();
    context.note("panel.edge");
    const bool isHeld = ImGui::IsItemActive();
    if (isHeld && ImGui::IsMouseDragging(ImGuiMouseButton_Left)) {
        layout.width = std::clamp((ImGui::GetIO().MousePos.x - start.x + grip * 0.5f) / context.scale,
                                  PanelLayout::kMinWidth, PanelLayout::kMaxWidth);
    }
    if (isHeld || ImGui::IsItemHovered()) {
        ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
        const float x = start.x + size.x - context.px(1.0f);
        ImGui::GetWindowDrawList()->AddLine({x, start.y}, {x, start.y + size.y},
                                            theme::packed(theme::colours().accent), context.px(2.0f));
        if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
            layout.width = theme::kPanelWidth;
        }
    }
    ImGui::PopClipRect();
}

}  // namespace shoal
