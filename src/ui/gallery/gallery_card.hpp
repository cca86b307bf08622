#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <imgui.h>

#include "ui/widgets/widgets.hpp"

namespace shoal {

/// Sizes of the cards in a grid [px].
struct CardSizes {
    std::size_t columns = 1;
    float gap = 0.0f;
    ImVec2 picture;
    float height = 0.0f;

    /// For a grid of this width.
    static CardSizes of(const WidgetContext& context, float width);
};

/// The content of a card.
struct CardFace {
    std::string_view title;
    std::string_view line;    ///< one line on the model
    std::string_view origin;  ///< author and year of its source; empty: none
    std::string_view badge;   ///< such as "variant"; may be empty
    ImTextureID picture{};
    std::size_t variants = 0;  ///< number of variants; a button on the picture unfolds them
    bool isUnfolded = false;
    bool isSelected = false;
    bool isShown = false;
    bool isBroken = false;
    bool isFavourite = false;
    bool hasStar = true;
};

enum class CardAct { none, open, favourite, unfold };

/// Builds a card at the cursor. `id` names it in tests; its star is "ID.star", its source "ID.source", the
/// button of its variants "ID.variants".
CardAct galleryCard(const WidgetContext& context, const std::string& id, const CardFace& face,
                    const CardSizes& sizes);

/// Draws a picture with rounded corners, or a placeholder while there is none.
void drawCardPicture(const WidgetContext& context, const ImVec2& min, const ImVec2& max, ImTextureID picture);

}  // namespace shoal
