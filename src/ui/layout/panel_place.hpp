#pragma once

#include <imgui.h>

namespace shoal {

/// Where the card, the strip of icons and the time chip lie in a window [px]. It depends on the window, the
/// size of text and the card's width alone: nothing moves when something opens.
struct PanelPlace {
    bool isCompact = false;  ///< a small window: smaller margins, and the strip lies below the card
    float margin = 0.0f;     ///< between these and the window's edges
    float gap = 0.0f;        ///< between these
    float cardWidth = 0.0f;
    float foldedHeight = 0.0f;    ///< of the card with its five sliders
    float unfoldedHeight = 0.0f;  ///< of the card with all settings
    float head = 0.0f;            ///< top of its title's row, from the card's top
    float firstRow = 0.0f;        ///< top of the first slider's row, from the card's top
    float free = 0.0f;            ///< left edge of the picture that the card leaves free
    ImVec2 strip;                 ///< upper left corner of the strip
    ImVec2 stripSize;
    float button = 0.0f;       ///< height of a button's icon in the strip
    float buttonWidth = 0.0f;  ///< width of one of its buttons
    bool hasWords = false;     ///< there is space for words below the icons
    ImVec2 chip;               ///< upper left corner of the time chip
    float chipWidth = 0.0f;

    /// Height of the view's bottom that strip and chip cover.
    float coveredBelow(float viewHeight) const { return viewHeight - strip.y + gap; }
};

/// Returns the places in a view of this size [px]. `cardWidth`: as the user set it, at scale 1.
PanelPlace panelPlace(float scale, const ImVec2& view, float cardWidth);

/// Sizes at scale 1 [px] that the places rest on.
inline constexpr float kKindsRow = 24.0f;   ///< of the kinds of presets, above the card's title
inline constexpr float kHeroPitch = 34.0f;  ///< height of a slider's row
inline constexpr int kStripButtons = 12;
inline constexpr int kStripGroups = 6;
inline constexpr float kGroupGap = 9.0f;
inline constexpr float kStripPadding = 4.0f;
inline constexpr float kFootRow = 28.0f;  ///< of the row "All settings"

}  // namespace shoal
