#pragma once

#include <string>
#include <string_view>

#include <imgui.h>

namespace shoal {

/// Returns the text, or its longest start that, with an ellipsis, is no wider than `width` [px] in the
/// current font.
std::string cutToFit(std::string_view text, float width);

/// The same in another font and size [px].
std::string cutToFit(std::string_view text, float width, const ImFont& font, float size);

/// Returns the whole sentences, from the first, that fit into `lines` lines of `width` [px] in the current
/// font; if none does, the first clauses of the first, with a full stop. Empty if not even a clause fits.
std::string sentencesThatFit(std::string_view text, float width, int lines);

}  // namespace shoal
