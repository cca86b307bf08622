#pragma once

#include <filesystem>
#include <memory>
#include <set>
#include <string_view>
#include <vector>

#include <imgui.h>

#include <shoal/scene.hpp>

namespace shoal {

/// Notes the letters of a text that is about to be shown, so that UiContext loads those that it would not
/// otherwise: Cyrillic, Chinese, … Ignores those beyond the first few thousand.
void noteLetters(std::string_view text);
/// The same for all texts of a scene.
void noteLetters(const Scene& scene);
/// For one character.
void noteLetter(unsigned codepoint);

/// The letters noted so far.
const std::set<ImWchar>& notedLetters();

/// A font that ImGui can read, and what it is used for.
struct Font {
    std::filesystem::path file;
    int number = 0;  ///< which of the file's fonts it is
    std::shared_ptr<const std::vector<char>> bytes;
    std::vector<ImWchar> ranges;  ///< of its letters, as ImGui wants them

    bool operator==(const Font&) const = default;
};

/// Finds and reads fonts through fontconfig, on any thread; the first time this may take a second. First a
/// sans-serif font, if possible one that has the signs of units (° ² ³ · ± × −), then others for `letters`
/// that it lacks, as far as any installed font has them. Empty if there is none.
std::vector<Font> readFonts(const std::set<ImWchar>& letters);

/// Fills the atlas with these fonts in two sizes, text and then headings; with ImGui's own font if there are
/// none. They must outlive the atlas, or the next call.
void loadFonts(ImFontAtlas& atlas, float scale, const std::vector<Font>& fonts);

}  // namespace shoal
