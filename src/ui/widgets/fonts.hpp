#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include <imgui.h>

#include <shoal/scene.hpp>

namespace shoal {

/// Notes the letters of a text that is about to be shown, so that UiContext loads the ones missing
/// from the usual ranges: Cyrillic, Chinese, … Ignores letters beyond the first few thousand.
void noteLetters(std::string_view text);
/// The same for all texts of a scene.
void noteLetters(const Scene& scene);
/// For one character.
void noteLetter(unsigned codepoint);

/// How many letters have been noted so far.
std::size_t notedLetters();

/// A font that ImGui can read.
struct Font {
    std::filesystem::path file;
    int number = 0;  ///< which of the file's fonts it is
    std::vector<char> bytes = {};
};

/// The fonts to use, found through fontconfig, the first time in up to a second. First a sans-serif font, if
/// possible one that has the signs of units (° ² ³ · ± × −). Once letters have been noted, two more for what
/// it lacks: one of other alphabets, one of East Asia. Empty if none is installed.
std::vector<const Font*> installedFonts();

/// Fills the atlas with these fonts in two sizes, text and then headings; with ImGui's own font if there are
/// none. Returns what must outlive the atlas, or the next call.
std::vector<ImWchar> loadFonts(ImFontAtlas& atlas, float scale);

}  // namespace shoal
