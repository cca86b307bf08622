#pragma once

#include <filesystem>
#include <optional>

#include <imgui.h>

namespace shoal {

/// Finds a readable sans-serif font on this machine, through fontconfig, with the letters and signs that
/// units need (° ² ³ · ± × −).
std::optional<std::filesystem::path> findSansFont();

/// Fills the atlas with that font in two sizes, text and then headings. Uses ImGui's own font if none is
/// found or readable.
void loadFonts(ImFontAtlas& atlas, float scale);

}  // namespace shoal
