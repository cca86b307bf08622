#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string_view>

#include <imgui.h>

#include <shoal/scene.hpp>

namespace shoal {

/// Notes the letters of a text that is about to be shown, so that loadFonts() adds them if it would not
/// otherwise: Cyrillic, Chinese, … Ignores those beyond the first few thousand.
void noteLetters(std::string_view text);
/// The same for all texts of a scene.
void noteLetters(const Scene& scene);
/// For one character.
void noteLetter(unsigned codepoint);

/// Number of letters noted so far.
std::size_t notedLetters();

/// Finds a readable sans-serif font on this machine, through fontconfig, with the letters and signs that
/// units need (° ² ³ · ± × −).
std::optional<std::filesystem::path> findSansFont();

/// Fills the atlas with that font in two sizes, text and then headings, and with the noted letters, each from
/// the first font on this machine that has it. Uses ImGui's own font if none is found or readable.
void loadFonts(ImFontAtlas& atlas, float scale);

}  // namespace shoal
