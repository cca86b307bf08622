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
    std::string_view badge;   ///< such as "shown now"; may be empty
    ImTextureID picture{};
    bool isSelected = false;
    bool isShown = false;
    bool isBroken = false;
};

/// Builds a card at the cursor. `id` names it in tests. True when clicked.
bool galleryCard(const WidgetContext& context, const std::string& id, const CardFace& face,
                 const CardSizes& sizes);

}  // namespace shoal
