#include "app/objects/object_marks.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include <fmt/format.h>
#include <imgui.h>

#include "ui/overlay/edge_handle.hpp"
#include "ui/widgets/glm_imgui.hpp"
#include "ui/widgets/theme.hpp"

namespace shoal {

namespace {

// [px] at scale 1
constexpr float kMarker = 15.0f;  // radius of the ring around a marker
constexpr float kLine = 2.0f;
constexpr float kHoverLine = 1.25f;
constexpr float kShadow = 2.5f;  // on both sides together
constexpr float kHandle = 6.0f;
constexpr float kLabelGap = 10.0f;
constexpr theme::Colour kDark{0.0f, 0.04f, 0.07f, 0.65f};

/// Indexed by WorldObject::Kind: the colours of the markers in the water; sand for obstacles.
constexpr std::array<theme::Colour, 4> kColours{
    theme::Colour{1.0f, 0.74f, 0.32f, 1.0f}, theme::Colour{0.38f, 0.92f, 0.46f, 1.0f},
    theme::Colour{1.0f, 0.42f, 0.34f, 1.0f}, theme::Colour{0.97f, 0.91f, 0.76f, 1.0f}};

theme::Colour colourOf(WorldObject::Kind kind) {
    return kColours[static_cast<std::size_t>(kind)];
}

ObjectMarks::Mark markOf(const WorldObject& object, const WindowPicture& picture) {
    ObjectMarks::Mark mark{
        .kind = object.kind, .lines = outlineOf(object, picture), .label = titleOf(object)};
    if (object.kind != WorldObject::Kind::obstacle) {
        mark.at = inWindow(picture, object.place);
    }
    return mark;
}

/// Draws lines twice: a dark edge keeps them visible against bright water and sky.
void drawLines(const ObjectMarks::Mark& mark, float width, float opacity, float scale) {
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const auto pass = [&](const theme::Colour& colour, float thickness) {
        const ImU32 packed = theme::packed(theme::withAlpha(colour, colour.alpha * opacity));
        for (const std::vector<glm::vec2>& line : mark.lines) {
            for (const glm::vec2& point : line) {
                list.PathLineTo(toImGui(point));
            }
            list.PathStroke(packed, 0, thickness);
        }
        if (mark.at) {
            list.AddCircle(toImGui(*mark.at), kMarker * scale, packed, 0, thickness);
        }
    };
    pass(kDark, (width + kShadow) * scale);
    pass(colourOf(mark.kind), width * scale);
}

/// Writes the label above the mark, within the free part of the picture.
void drawLabel(const ObjectMarks::Mark& mark, const WindowPicture& picture) {
    const auto scale = static_cast<float>(picture.scale);
    glm::vec2 top{0.0f, std::numeric_limits<float>::max()};
    if (mark.at) {
        top = *mark.at - glm::vec2{0.0f, kMarker * scale};
    } else {
        for (const std::vector<glm::vec2>& line : mark.lines) {
            for (const glm::vec2& point : line) {
                top = point.y < top.y ? point : top;
            }
        }
    }
    if (top.y == std::numeric_limits<float>::max() || mark.label.empty()) {
        return;
    }
    const ImVec2 size = ImGui::CalcTextSize(mark.label.c_str());
    const ImVec2 padding(7.0f * scale, 3.0f * scale);
    const WindowPicture::Part part = picture.freePart(4.0);
    const float right = std::max(part.min.x, part.max.x - size.x - 2.0f * padding.x);
    const float bottom = std::max(part.min.y, part.max.y - size.y - 2.0f * padding.y);
    const ImVec2 at(std::clamp(top.x - size.x * 0.5f - padding.x, part.min.x, right),
                    std::clamp(top.y - kLabelGap * scale - size.y - 2.0f * padding.y, part.min.y, bottom));
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    list.AddRectFilled(at, {at.x + size.x + 2.0f * padding.x, at.y + size.y + 2.0f * padding.y},
                       theme::packed(kDark), 4.0f * scale);
    list.AddText({at.x + padding.x, at.y + padding.y}, IM_COL32(255, 255, 255, 240), mark.label.c_str());
}

}  // namespace

ObjectMarks objectMarks(const ObjectTool& tool, const StateView& state, const WindowPicture& picture,
                        bool isPointing) {
    ObjectMarks marks;
    for (ObjectHandle& handle : objectHandles(state, picture)) {
        if (handle.isBeyond) {
            marks.atEdges.push_back(std::move(handle));
        }
    }
    const auto selected = findObject(state, tool.selected());
    if (selected) {
        marks.selected = markOf(*selected, picture);
        marks.sizes = sizeHandles(*selected, picture);
        marks.isOnSizeHandle = isPointing && tool.isOnSizeHandle(state, picture);
        if (const auto& sizing = tool.sizing()) {
            const auto value = state.scene().value(selected->key + "." + std::string(*sizing));
            marks.selected->label += value ? fmt::format(" · {} {:.2f} m", *sizing, *value) : "";
        }
        if (isOutOfView(*selected, picture)) {
            marks.selected->label.clear();  // its handle at the edge stands for it
        }
    }
    if (isPointing && !tool.isCarrying() && !marks.isOnSizeHandle) {
        if (const auto under = tool.pointed(state, picture);
            under && under->handle.object.key != tool.selected() && !under->handle.isBeyond) {
            marks.hovered = markOf(under->handle.object, picture);
            marks.hovered->label +=
                canBeDragged(under->handle.object, picture) ? " · drag it, or click it" : " · click it";
            if (marks.hovered->at) {
                marks.hovered->lines.clear();  // a point shows its reach only once it is selected
            }
        }
    }
    return marks;
}

void drawObjectMarks(const ObjectMarks& marks, const WindowPicture& picture) {
    const auto scale = static_cast<float>(picture.scale);
    for (const ObjectHandle& handle : marks.atEdges) {
        drawEdgeHandle({.at = handle.at, .outwards = handle.outwards, .colour = colourOf(handle.object.kind)},
                       scale);
    }
    if (marks.hovered) {
        drawLines(*marks.hovered, kHoverLine, 0.75f, scale);
        drawLabel(*marks.hovered, picture);
    }
    if (!marks.selected) {
        return;
    }
    drawLines(*marks.selected, kLine, 1.0f, scale);
    if (!marks.hovered) {
        drawLabel(*marks.selected, picture);
    }
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    for (const SizeHandle& handle : marks.sizes) {
        list.AddCircleFilled(toImGui(handle.at), (kHandle + 1.5f) * scale, theme::packed(kDark));
        list.AddCircleFilled(toImGui(handle.at), kHandle * scale, theme::packed(theme::colours().accent));
        list.AddCircle(toImGui(handle.at), kHandle * scale, IM_COL32(255, 255, 255, 230), 0, 1.5f * scale);
    }
    if (marks.isOnSizeHandle) {
        ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    }
}

}  // namespace shoal
