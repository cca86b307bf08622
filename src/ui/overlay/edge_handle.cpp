#include "ui/overlay/edge_handle.hpp"

#include <imgui.h>

#include "ui/widgets/glm_imgui.hpp"

namespace shoal {

namespace {

// [px] at scale 1
constexpr float kRadius = 13.0f;
constexpr float kTip = 9.0f;
constexpr float kBack = 5.0f;
constexpr float kHalfWidth = 4.0f;
constexpr theme::Colour kDisc{0.0f, 0.03f, 0.05f, 0.6f};

}  // namespace

void drawEdgeHandle(const EdgeHandle& handle, float scale) {
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const ImU32 colour = theme::packed(handle.colour);
    const glm::vec2 along = handle.outwards * scale;
    const glm::vec2 across{-along.y, along.x};
    list.AddCircleFilled(toImGui(handle.at), kRadius * scale, theme::packed(kDisc));
    list.AddCircle(toImGui(handle.at), kRadius * scale, colour, 0, 1.5f * scale);
    const glm::vec2 back = handle.at - along * kBack;
    list.AddTriangleFilled(toImGui(handle.at + along * kTip), toImGui(back + across * kHalfWidth),
                           toImGui(back - across * kHalfWidth), colour);
}

}  // namespace shoal
