#include "ui/layout/panel_place.hpp"

#include <algorithm>
#include <cmath>

#include "ui/widgets/icons.hpp"

namespace shoal {

namespace {

// Sizes at scale 1 [px], in an ordinary and in a small window.
constexpr float kNarrow = 880.0f;
constexpr float kLow = 520.0f;
constexpr float kPlaceMargin = 12.0f;
constexpr float kCompactMargin = 8.0f;
constexpr float kPlaceGap = 8.0f;
constexpr float kFirstRow = 100.0f;
constexpr float kSmallFirstRow = 64.0f;  // without the description
constexpr float kBelowRows = 42.0f;      // a line, the row "All settings", and air
constexpr float kHeroRows = 5.0f * kHeroPitch;
constexpr float kToolButton = 32.0f;
constexpr float kWordButton = 52.0f;
constexpr float kCompactButton = 28.0f;
constexpr float kChipWidth = 122.0f;
constexpr float kMaxOfView = 0.75f;  // the card may cover that much of the width

}  // namespace

PanelPlace panelPlace(float scale, const ImVec2& view, float cardWidth) {
    PanelPlace place;
    const auto px = [scale](float atScaleOne) { return std::floor(atScaleOne * scale + 0.5f); };
    const auto set = [&](bool isCompact) {
        place.isCompact = isCompact;
        place.margin = px(isCompact ? kCompactMargin : kPlaceMargin);
        place.gap = px(kPlaceGap);
        place.cardWidth = std::min(px(cardWidth), std::floor(kMaxOfView * view.x));
        place.free = place.cardWidth + 2.0f * place.margin;
        place.button = px(isCompact ? kCompactButton : kToolButton);
        place.chipWidth = px(kChipWidth);
        const auto stripWidth = [&](float button) {
            return static_cast<float>(kStripButtons) * button +
                   static_cast<float>(kStripGroups - 1) * px(kGroupGap) + 2.0f * px(kStripPadding);
        };
        place.hasWords =
            !isCompact &&
            place.free + stripWidth(px(kWordButton)) + place.gap + place.chipWidth + place.margin <= view.x;
        place.buttonWidth = place.hasWords ? px(kWordButton) : place.button;
        place.stripSize = {stripWidth(place.buttonWidth),
                           place.button + (place.hasWords ? px(kIconWord) : 0.0f) + 2.0f * px(kStripPadding)};
        place.strip = {isCompact ? place.margin : place.free, view.y - place.margin - place.stripSize.y};
        place.chip = {place.strip.x + place.stripSize.x + place.gap, place.strip.y};
    };
    set(view.x < px(kNarrow) || view.y < px(kLow));
    if (place.chip.x + place.chipWidth + place.margin > view.x) {
        set(true);
    }
    place.head = place.isCompact ? 0.0f : px(kKindsRow);
    place.firstRow = place.head + px(place.isCompact ? kSmallFirstRow : kFirstRow);
    place.foldedHeight = place.firstRow + px(kHeroRows) + px(kBelowRows);
    const float bottom = place.isCompact ? place.strip.y - place.gap : view.y - place.margin;
    place.unfoldedHeight = std::max(bottom - place.margin, place.head + px(kFirstRow));
    return place;
}

}  // namespace shoal
