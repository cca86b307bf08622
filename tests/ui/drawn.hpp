#pragma once

#include <algorithm>
#include <vector>

#include <shoal/vec3.hpp>

#include "ui/widgets/theme.hpp"
#include "ui/widgets/ui_context.hpp"

namespace shoal::test {

/// Bounds [px] and colours of everything that is drawn into a picture.
struct Drawn {
    float left = 1e9f, top = 1e9f, right = 0.0f, bottom = 0.0f;
    std::vector<ImU32> colours;

    bool has(const Vec3f& colour) const {
        return std::ranges::count(colours, theme::packed({colour.x, colour.y, colour.z, 1.0f})) > 0;
    }
};

/// Calls `draw` in one frame of ImGui for a picture of this size [px].
template <class Draw>
Drawn drawnIn(float width, float height, const Draw& draw) {
    const UiContext context(1.0f);
    unsigned char* pixels = nullptr;
    int atlasWidth = 0;
    int atlasHeight = 0;
    ImGui::GetIO().Fonts->GetTexDataAsAlpha8(&pixels, &atlasWidth, &atlasHeight);
    ImGui::GetIO().DisplaySize = {width, height};
    ImGui::NewFrame();
    draw();
    ImGui::Render();
    Drawn drawn;
    const ImDrawData& data = *ImGui::GetDrawData();
    for (int list = 0; list < data.CmdListsCount; ++list) {
        for (const ImDrawVert& vertex : data.CmdLists[list]->VtxBuffer) {
            drawn.left = std::min(drawn.left, vertex.pos.x);
            drawn.right = std::max(drawn.right, vertex.pos.x);
            drawn.top = std::min(drawn.top, vertex.pos.y);
            drawn.bottom = std::max(drawn.bottom, vertex.pos.y);
            drawn.colours.push_back(vertex.col);
        }
    }
    return drawn;
}

}  // namespace shoal::test
