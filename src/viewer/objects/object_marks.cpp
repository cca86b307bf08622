#include "viewer/objects/object_marks.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <imgui.h>

#include "ui/widgets/glm_imgui.hpp"
#include "ui/widgets/theme.hpp"

namespace shoal {

namespace {

// [px] at scale 1
constexpr float kMarker = 15.0f;  // radius of the ring around a marker
constexpr float kLine = 2.0f;
constexpr float kHoverLine = 1.25f;
constexpr float kShadow = 2.5f;  // on both sides together
constexpr float kLabelGap = 10.0f;
constexpr theme::Colour kDark{0.0f, 0.04f, 0.07f, 0.65f};

/// Indexed by WorldObject::Kind: the colours of the markers in the water; sand for obstacles.
constexpr std::array<theme::Colour, 4> kColours{
    theme::Colour{1.0f, 0.74f, 0.32f, 1.0f}, theme::Colour{0.38f, 0.92f, 0.46f, 1.0f},
    theme::Colour{1.0f, 0.42f, 0.34f, 1.0f}, theme::Colour{0.97f, 0.91f, 0.76f, 1.0f}};

theme::Colour colourOf(WorldObject::Kind kind) {
    return kColours[static_cast<std::size_t>(kind)];
}

/// Empty for an object behind the eye.
std::optional<ObjectMarks::Mark> markOf(const WorldObject& object, const WindowPicture& picture) {
    const auto at = inWindow(picture, object.place);
    if (!at) {
        return std::nullopt;
    }
    return ObjectMarks::Mark{.kind = object.kind,
                             .at = *at,
                             .radius = kMarker * static_cast<float>(picture.scale),
                             .label = titleOf(object)};
}

/// Draws a circle twice: a dark edge keeps it visible against bright water and sky.
void drawRing(const ObjectMarks::Mark& mark, float width, float opacity, float scale) {
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const auto pass = [&](const theme::Colour& colour, float thickness) {
        list.AddCircle(toImGui(mark.at), mark.radius,
                       theme::packed(theme::withAlpha(colour, colour.alpha * opacity)), 0, thickness);
    };
    pass(kDark, (width + kShadow) * scale);
    pass(colourOf(mark.kind), width * scale);
}

/// Writes the label above the mark, within the free part of the picture.
void drawLabel(const ObjectMarks::Mark& mark, const WindowPicture& picture) {
    const auto scale = static_cast<float>(picture.scale);
    const glm::vec2 top = mark.at - glm::vec2{0.0f, mark.radius};
    if (mark.label.empty()) {
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
    const auto selected = findObject(state, tool.selected());
    marks.selected = selected ? markOf(*selected, picture) : std::nullopt;
    if (marks.selected) {
        if (const auto rim = rimOf(*selected, picture)) {
            marks.selected->radius = std::max(marks.selected->radius, rim->radius);
        }
        if (tool.isSizing()) {
            const std::string_view size = sizesOf(*selected).front();
            const auto value = state.scene().value(fmt::format("{}.{}", selected->key, size));
            marks.selected->label += value ? fmt::format(" · {} {:.2f} m", size, *value) : "";
        }
        if (!picture.freePart().holds(marks.selected->at)) {
            marks.selected->label.clear();  // its place would be at the edge, where the object is not
        }
    }
    for (const WorldObject& object : worldObjects(state)) {
        if (object.isHunter && object.followsPointer) {
            marks.hunter = markOf(object, picture);
        }
    }
    marks.isOnRim = isPointing && tool.isOnRim(state, picture);
    if (isPointing && !tool.isCarrying() && !marks.isOnRim) {
        if (const auto under = tool.pointed(state, picture); under && under->object.key != tool.selected()) {
            marks.hovered = markOf(under->object, picture);
            if (marks.hovered) {
                marks.hovered->label +=
                    canBeDragged(under->object, picture) ? " · drag it, or click it" : " · click it";
            }
        }
    }
    return marks;
}

void drawObjectMarks(const ObjectMarks& marks, const WindowPicture& picture) {
    const auto scale = static_cast<float>(picture.scale);
    if (marks.hunter) {
        drawRing(*marks.hunter, kHoverLine, 0.5f, scale);
    }
    if (marks.hovered) {
        drawRing(*marks.hovered, kHoverLine, 0.75f, scale);
        drawLabel(*marks.hovered, picture);
    }
    if (!marks.selected) {
        return;
    }
    drawRing(*marks.selected, kLine, 1.0f, scale);
    if (!marks.hovered) {
        drawLabel(*marks.selected, picture);
    }
    if (marks.isOnRim) {
        ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    }
}

}  // namespace shoal
