#include "viewer/scenes/gallery_card.hpp"

#include <algorithm>
#include <cmath>

#include "ui/text/cut_text.hpp"
#include "ui/widgets/theme.hpp"

namespace shoal {

namespace {

constexpr float kMinWidth = 190.0f;                         // [px] at scale 1, of a card
constexpr float kNarrowest = 110.0f;                        // [px] likewise, in a narrow window
constexpr float kShape = 9.0f / 16.0f;                      // height of a picture to its width
constexpr int kLines = 3;                                   // of text below the title
constexpr theme::Colour kShade{0.0f, 0.04f, 0.06f, 0.62f};  // behind what lies on a picture
constexpr theme::Colour kWaterAbove{0.09f, 0.40f, 0.49f, 1.0f};
constexpr theme::Colour kWaterBelow{0.03f, 0.16f, 0.24f, 1.0f};

float textWidth(std::string_view text) {
    return ImGui::CalcTextSize(text.data(), text.data() + text.size()).x;
}

void drawText(const ImVec2& at, const theme::Colour& colour, std::string_view text) {
    ImGui::GetWindowDrawList()->AddText(at, theme::packed(colour), text.data(), text.data() + text.size());
}

/// Draws text in at most `lines` lines; an ellipsis replaces the rest.
void drawLines(ImVec2 at, float width, int lines, const theme::Colour& colour, std::string_view text) {
    const ImFont& font = *ImGui::GetFont();
    const float scale = ImGui::GetFontSize() / font.FontSize;
    for (int line = 1; line <= lines && !text.empty(); ++line) {
        const char* const end = text.data() + text.size();
        const char* const wrap = font.CalcWordWrapPositionA(scale, text.data(), end, width);
        auto length = static_cast<std::size_t>(wrap - text.data());
        if (line == lines && wrap != end) {
            drawText(at, colour, cutToFit(text, width));
            return;
        }
        length = std::max<std::size_t>(length, 1);
        drawText(at, colour, text.substr(0, length));
        text.remove_prefix(length);
        while (!text.empty() && (text.front() == ' ' || text.front() == '\n')) {
            text.remove_prefix(1);
        }
        at.y += ImGui::GetTextLineHeight();
    }
}

/// Draws words on a shade in a picture's corner. `min` is their upper left.
void drawBadge(const WidgetContext& context, const ImVec2& min, std::string_view text) {
    const float padding = context.px(1.5f * theme::kGrid);
    const ImVec2 max{min.x + textWidth(text) + 2.0f * padding, min.y + ImGui::GetTextLineHeight()};
    ImGui::GetWindowDrawList()->AddRectFilled(min, max, theme::packed(kShade), context.px(theme::kGrid));
    drawText({min.x + padding, min.y}, theme::kOnPicture, text);
}

void drawFish(const ImVec2& middle, float length, float alpha) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImU32 colour = theme::packed(theme::withAlpha(theme::kOnPicture, alpha));
    const float half = 0.5f * length;
    const float high = 0.17f * length;
    const ImVec2 nose{middle.x + half, middle.y};
    const ImVec2 waist{middle.x - 0.6f * half, middle.y};
    list.PathLineTo(nose);
    list.PathBezierQuadraticCurveTo({middle.x, middle.y - 2.0f * high}, waist);
    list.PathBezierQuadraticCurveTo({middle.x, middle.y + 2.0f * high}, nose);
    list.PathFillConvex(colour);
    list.AddTriangleFilled(waist, {middle.x - half, middle.y - high}, {middle.x - half, middle.y + high},
                           colour);
}

/// Draws a picture with rounded corners, or a placeholder while there is none.
void drawCardPicture(const WidgetContext& context, const ImVec2& min, const ImVec2& max,
                     ImTextureID picture) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float corner = context.px(theme::kCorner);
    if (picture != ImTextureID{}) {
        list.AddImageRounded(picture, min, max, {0.0f, 0.0f}, {1.0f, 1.0f}, IM_COL32_WHITE, corner);
        return;
    }
    // One ImGui rectangle cannot have both rounded corners and a gradient.
    const ImU32 above = theme::packed(kWaterAbove);
    const ImU32 below = theme::packed(kWaterBelow);
    list.AddRectFilled(min, {max.x, min.y + 2.0f * corner}, above, corner, ImDrawFlags_RoundCornersTop);
    list.AddRectFilled({min.x, max.y - 2.0f * corner}, max, below, corner, ImDrawFlags_RoundCornersBottom);
    list.AddRectFilledMultiColor({min.x, min.y + corner}, {max.x, max.y - corner}, above, above, below,
                                 below);
    const ImVec2 middle{0.5f * (min.x + max.x), 0.5f * (min.y + max.y)};
    const float length = 0.14f * (max.x - min.x);
    drawFish(middle, length, 0.30f);
    drawFish({middle.x - 1.1f * length, middle.y - 0.7f * length}, 0.8f * length, 0.20f);
    drawFish({middle.x - 0.9f * length, middle.y + 0.75f * length}, 0.7f * length, 0.16f);
}

}  // namespace

CardSizes CardSizes::of(const WidgetContext& context, float width) {
    CardSizes sizes;
    sizes.gap = context.px(3 * theme::kGrid);
    const auto columnsOf = [&](float card) {
        return static_cast<std::size_t>(std::max(1.0f, (width + sizes.gap) / (context.px(card) + sizes.gap)));
    };
    sizes.columns = columnsOf(kMinWidth);
    if (sizes.columns < 2) {
        sizes.columns = std::min<std::size_t>(2, columnsOf(kNarrowest));
    }
    const auto columns = static_cast<float>(sizes.columns);
    sizes.picture.x = std::floor((width - (columns - 1.0f) * sizes.gap) / columns);
    sizes.picture.y = std::floor(sizes.picture.x * kShape);
    sizes.height = sizes.picture.y + static_cast<float>(2 + kLines) * ImGui::GetTextLineHeight() +
                   context.px(4 * theme::kGrid);
    return sizes;
}

bool galleryCard(const WidgetContext& context, const std::string& id, const CardFace& face,
                 const CardSizes& sizes) {
    const ImVec2 min = ImGui::GetCursorScreenPos();
    const ImVec2 max{min.x + sizes.picture.x, min.y + sizes.height};
    const ImVec2 pictureMax{max.x, min.y + sizes.picture.y};
    const float grid = context.px(theme::kGrid);
    const float line = ImGui::GetTextLineHeight();
    const float inner = sizes.picture.x - 4.0f * grid;
    ImGui::PushID(id.c_str());

    const ImVec2 originAt{min.x + 2.0f * grid, max.y - line - grid};
    const bool isClicked = ImGui::InvisibleButton("card", {sizes.picture.x, sizes.height});
    const bool isHovered = ImGui::IsItemHovered();
    context.note(id);
    tooltip(context, std::string(face.line));
    ImGui::PopID();
    if (!ImGui::IsRectVisible(min, max)) {
        return isClicked;
    }

    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float corner = context.px(theme::kCorner);
    const theme::Palette& colours = theme::colours();
    list.AddRectFilled(min, max, theme::packed(isHovered ? colours.frameHovered : colours.frame), corner);
    drawCardPicture(context, min, pictureMax, face.picture);
    if (!face.badge.empty()) {
        drawBadge(context, {min.x + grid, min.y + grid}, face.badge);
    }
    const theme::Colour& title = face.isBroken  ? colours.warning
                                 : face.isShown ? colours.accent
                                                : colours.text;
    drawLines({min.x + 2.0f * grid, pictureMax.y + grid}, inner, 1, title, face.title);
    const std::string whole = sentencesThatFit(face.line, inner, kLines);
    drawLines({min.x + 2.0f * grid, pictureMax.y + line + 1.5f * grid}, inner, kLines, colours.quietText,
              whole.empty() ? face.line : std::string_view(whole));
    drawLines(originAt, inner, 1, colours.quietText, face.origin);
    if (face.isSelected || face.isShown) {
        const float thick = context.px(face.isSelected ? 2.0f : 1.0f);
        list.AddRect(min, max, theme::packed(face.isSelected ? colours.text : colours.accent), corner, 0,
                     thick);
    }
    return isClicked;
}

}  // namespace shoal
