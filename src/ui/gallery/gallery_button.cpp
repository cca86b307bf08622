#include "ui/gallery/gallery_button.hpp"

#include "ui/widgets/theme.hpp"

namespace shoal {

bool galleryButton(const WidgetContext& context) {
    const float side = ImGui::GetFrameHeight();
    const bool isClicked = ImGui::Button("##gallery", {side, side});
    context.note("button.gallery");
    tooltip(context, "All presets with pictures: search, favourites, yours (G)");
    const ImVec2 min = ImGui::GetItemRectMin();
    const float cell = 0.22f * side;
    const float gap = 0.10f * side;
    const float first = 0.5f * (side - gap) - cell;
    for (int each = 0; each < 4; ++each) {
        const ImVec2 at{min.x + first + static_cast<float>(each % 2) * (cell + gap),
                        min.y + first + static_cast<float>(each / 2) * (cell + gap)};
        ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + cell, at.y + cell},
                                                  theme::packed(theme::colours().text), 0.25f * cell);
    }
    return isClicked;
}

bool crossButton(const char* id, float side) {
    const bool isClicked = ImGui::Button(id, {side, 0.0f});
    const ImVec2 min = ImGui::GetItemRectMin();
    const ImVec2 max = ImGui::GetItemRectMax();
    const ImVec2 middle{0.5f * (min.x + max.x), 0.5f * (min.y + max.y)};
    const float half = 0.16f * (max.y - min.y);
    const float thick = 0.06f * (max.y - min.y);
    const ImU32 colour = theme::packed(theme::colours().text);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddLine({middle.x - half, middle.y - half}, {middle.x + half, middle.y + half}, colour, thick);
    list.AddLine({middle.x - half, middle.y + half}, {middle.x + half, middle.y - half}, colour, thick);
    return isClicked;
}

}  // namespace shoal
