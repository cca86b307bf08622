#include "ui/overlay/tick_labels.hpp"

#include <imgui.h>

#include "ui/widgets/theme.hpp"
#include "ui/widgets/ui_context.hpp"

namespace shoal {
namespace {

constexpr theme::Colour kOnDark{0.56f, 0.66f, 0.72f, 0.9f};
constexpr theme::Colour kOnPaper{0.20f, 0.28f, 0.33f, 1.0f};

}  // namespace

void drawTickLabels(std::span<const TickLabel> labels, float size, bool isOnPaper) {
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    ImFont* font = textFont();
    for (const TickLabel& label : labels) {
        const ImVec2 extent = font->CalcTextSizeA(size, 1e9f, 0.0f, label.text.c_str());
        list.AddText(font, size, {label.x - 0.5f * extent.x, label.y - 0.5f * extent.y},
                     theme::packed(isOnPaper ? kOnPaper : kOnDark), label.text.c_str());
    }
}

}  // namespace shoal
