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

}  // namespace shoal
