#include "ui/overlay/split.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <imgui.h>

#include "ui/text/cut_text.hpp"
#include "ui/widgets/theme.hpp"
#include "ui/widgets/ui_context.hpp"

namespace shoal {
namespace {

// Sizes at scale 1 [px].
constexpr float kSplitMargin = 12.0f;
constexpr float kSplitPadding = 8.0f;
constexpr float kSplitLetter = 26.0f;
constexpr float kSplitText = 14.0f;
constexpr std::size_t kSplitLines = 5;

constexpr theme::Colour kSplitPlate{0.0f, 0.03f, 0.05f, 0.62f};
/// The dark theme's colour, because the plate is dark in every theme.
const theme::Colour& letterColour(bool isA) {
    const theme::Palette& dark = theme::palette(theme::Kind::dark);
    return isA ? dark.other : dark.accent;
}

/// Draws the plate of one half at its upper left corner.
void drawHalfPlate(const WidgetContext& context, float left, float right,
                   std::span<const SplitDifference> differences, bool isA) {
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const float letter = context.px(kSplitLetter);
    const float size = context.px(kSplitText);
    const float padding = context.px(kSplitPadding);
    const ImVec2 at{left + context.px(kSplitMargin), context.px(kSplitMargin)};
    const float room = right - at.x - context.px(kSplitMargin) - 3.0f * padding - letter;
    if (room < letter) {
        return;
    }
    std::vector<std::string> lines;
    for (const SplitDifference& each : differences.first(std::min(kSplitLines, differences.size()))) {
        lines.push_back(
            cutToFit(fmt::format("{} {}", each.name, isA ? each.a : each.b), room, *textFont(), size));
    }
    if (differences.size() > kSplitLines) {
        lines.push_back(fmt::format("and {} more", differences.size() - kSplitLines));
    }
    if (lines.empty()) {
        lines.push_back(cutToFit(isA ? "kept" : "unchanged", room, *textFont(), size));
    }
    const float leading = 1.25f * size;
    float width = 0.0f;
    for (const std::string& line : lines) {
        width = std::max(width, textFont()->CalcTextSizeA(size, 1e9f, 0.0f, line.c_str()).x);
    }
    const float height = std::max(letter, leading * static_cast<float>(lines.size()));
    list.AddRectFilled(at, {at.x + letter + width + 3.0f * padding, at.y + height + 2.0f * padding},
                       theme::packed(kSplitPlate), context.px(theme::kCorner));
    list.AddText(titleFont(), letter, {at.x + padding, at.y + padding}, theme::packed(letterColour(isA)),
                 isA ? "A" : "B");
    float y = at.y + padding + 0.5f * (height - leading * static_cast<float>(lines.size()));
    for (const std::string& line : lines) {
        list.AddText(textFont(), size, {at.x + letter + 2.0f * padding, std::floor(y)},
                     theme::packed(theme::kOnPicture), line.c_str());
        y += leading;
    }
}

}  // namespace

void drawSplit(const WidgetContext& context, const SplitPlace& place,
               std::span<const SplitDifference> differences) {
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const float width = std::max(1.0f, std::round(context.px(1.5f)));
    list.AddRectFilled({place.middle - 0.5f * width, 0.0f}, {place.middle + 0.5f * width, place.bottom},
                       theme::packed(theme::withAlpha(theme::kOnPicture, 0.55f)));
    drawHalfPlate(context, place.left, place.middle, differences, true);
    drawHalfPlate(context, place.middle, place.right, differences, false);
}

}  // namespace shoal
