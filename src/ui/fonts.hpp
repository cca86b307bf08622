#pragma once

#include <filesystem>
#include <optional>

#include <imgui.h>

namespace shoal {

/// A readable sans font of this machine with the letters and signs that units need (° ² ³ · ± × −), found
/// through fontconfig.
std::optional<std::filesystem::path> findSansFont();

/// Fills the atlas with that font in two sizes, text and then headings, or with ImGui's own where there is
/// none or it cannot be read.
void loadFonts(ImFontAtlas& atlas, float scale);

}  // namespace shoal
