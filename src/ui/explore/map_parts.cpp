#include "ui/explore/map_parts.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "ui/measures/measure_strip.hpp"

namespace shoal {

namespace {

constexpr float kCellStrength = 0.88f;  // opacity of the colours over the panel

/// Indexed by GroupState. Distinct in greyscale too, except "between states", which lies between the others.
constexpr std::array<theme::Colour, 5> kStateColours{
    theme::Colour{0.42f, 0.31f, 0.70f, 1.0f}, theme::Colour{0.98f, 0.78f, 0.36f, 1.0f},
    theme::Colour{0.95f, 0.62f, 0.45f, 1.0f}, theme::Colour{0.27f, 0.72f, 0.78f, 1.0f},
    theme::Colour{0.45f, 0.50f, 0.53f, 1.0f}};

}  // namespace

theme::Colour stateColour(GroupState state) {
    return kStateColours[static_cast<std::size_t>(state)];
}

theme::Colour rampColour(float part) {
    constexpr theme::Colour kLow{0.07f, 0.10f, 0.25f, 1.0f};
    constexpr theme::Colour kMiddle{0.13f, 0.50f, 0.56f, 1.0f};
    constexpr theme::Colour kHigh{0.94f, 0.93f, 0.55f, 1.0f};
    const float at = std::clamp(part, 0.0f, 1.0f) * 2.0f;
    const theme::Colour& from = at < 1.0f ? kLow : kMiddle;
    const theme::Colour& to = at < 1.0f ? kMiddle : kHigh;
    const float mix = at < 1.0f ? at : at - 1.0f;
    return {from.red + (to.red - from.red) * mix, from.green + (to.green - from.green) * mix,
            from.blue + (to.blue - from.blue) * mix, 1.0f};
}

ImU32 stateCellColour(GroupState state) {
    return theme::packed(theme::withAlpha(stateColour(state), kCellStrength));
}

ImU32 rampCellColour(double value, double low, double high) {
    const double part = high > low ? (value - low) / (high - low) : 0.0;
    return theme::packed(theme::withAlpha(rampColour(static_cast<float>(part)), kCellStrength));
}

Rect CellPlane::cell(std::size_t x, std::size_t y) const {
    const float width = area.width() / static_cast<float>(columns);
    const float height = area.height() / static_cast<float>(rows);
    return {{std::floor(area.min.x + static_cast<float>(x) * width),
             std::floor(area.max.y - static_cast<float>(y + 1) * height)},
            {std::floor(area.min.x + static_cast<float>(x + 1) * width),
             std::floor(area.max.y - static_cast<float>(y) * height)}};
}

void drawPlaneFrame(const Rect& plane) {
    ImGui::GetWindowDrawList()->AddRect(plane.min, plane.max, packedWith(theme::colours().text, 0.25f));
}

void drawSettingsDot(const WidgetContext& context, const Rect& plane, const ImVec2& dot) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImU32 line = theme::packed({0.0f, 0.0f, 0.0f, 0.25f});
    list.AddLine({dot.x, plane.min.y}, {dot.x, plane.max.y}, line);
    list.AddLine({plane.min.x, dot.y}, {plane.max.x, dot.y}, line);
    list.AddCircleFilled(dot, context.px(7.0f), theme::packed({0.0f, 0.03f, 0.05f, 0.85f}));
    list.AddCircleFilled(dot, context.px(5.0f), theme::packed({1.0f, 1.0f, 1.0f, 1.0f}));
}

void drawStateLegend(const WidgetContext& context) {
    constexpr std::array kOrder{GroupState::parallel, GroupState::mill, GroupState::doubleMill,
                                GroupState::swarm, GroupState::between};
    const float swatch = context.px(10.0f);
    const float right = ImGui::GetContentRegionAvail().x + ImGui::GetCursorPosX();
    bool isFirst = true;
    for (const GroupState state : kOrder) {
        const std::string name(nameOf(state));
        const float width = swatch + context.px(theme::kGrid) + ImGui::CalcTextSize(name.c_str()).x;
        if (!isFirst) {
            ImGui::SameLine(0.0f, context.px(10.0f));
            if (ImGui::GetCursorPosX() + width > right) {
                ImGui::NewLine();
            }
        }
        isFirst = false;
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float top = at.y + 0.5f * (ImGui::GetTextLineHeight() - swatch);
        ImGui::GetWindowDrawList()->AddRectFilled({at.x, top}, {at.x + swatch, top + swatch},
                                                  theme::packed(stateColour(state)));
        ImGui::Dummy({swatch, ImGui::GetTextLineHeight()});
        ImGui::SameLine(0.0f, context.px(theme::kGrid));
        ImGui::TextUnformatted(name.c_str());
    }
}

void drawRampLegend(const WidgetContext& context, const std::string& low, const std::string& high) {
    constexpr int kSteps = 32;
    ImGui::TextUnformatted(low.c_str());
    ImGui::SameLine(0.0f, context.px(2.0f * theme::kGrid));
    const float end = ImGui::CalcTextSize(high.c_str()).x + context.px(2.0f * theme::kGrid);
    const float width =
        std::max(context.px(40.0f),
                 std::min(context.px(160.0f), ImGui::GetContentRegionAvail().x - resetColumn(context) - end));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float height = ImGui::GetTextLineHeight();
    for (int step = 0; step < kSteps; ++step) {
        const float from = static_cast<float>(step) / kSteps;
        ImGui::GetWindowDrawList()->AddRectFilled(
            {at.x + from * width, at.y + 0.2f * height},
            {at.x + (from + 1.0f / kSteps) * width, at.y + 0.9f * height},
            theme::packed(rampColour((static_cast<float>(step) + 0.5f) / kSteps)));
    }
    ImGui::Dummy({width, height});
    ImGui::SameLine(0.0f, context.px(2.0f * theme::kGrid));
    ImGui::TextUnformatted(high.c_str());
}

}  // namespace shoal
