#include "ui/widgets/fonts.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <iterator>
#include <memory>
#include <vector>

#include <fontconfig/fontconfig.h>

#include "ui/widgets/theme.hpp"

namespace shoal {
namespace fs = std::filesystem;

namespace {

struct Unref {
    void operator()(FcConfig* config) const { FcConfigDestroy(config); }
    void operator()(FcPattern* pattern) const { FcPatternDestroy(pattern); }
    void operator()(FcCharSet* set) const { FcCharSetDestroy(set); }
    void operator()(FcFontSet* set) const { FcFontSetDestroy(set); }
};

constexpr std::array kSigns{U'°', U'²', U'³', U'·', U'±', U'×', U'−', U'…'};

// Static, because the atlas keeps the address.
constexpr std::array<ImWchar, 15> kRanges{
    0x0020, 0x017F,  // Latin, including authors' names
    0x0370, 0x03FF,  // Greek
    0x2010, 0x2027,  // dashes, quotation marks, ellipsis
    0x2070, 0x2094,  // superscripts and subscripts
    0x2190, 0x2193,  // arrows
    0x2200, 0x2265,  // mathematics
    0x25A0, 0x25CF,  // simple shapes
    0,
};

/// Whether ImGui can read a font: only TrueType or OpenType outlines in a plain file. Stores the file in
/// `path`.
bool isReadable(FcPattern* font, fs::path& path) {
    FcChar8* file = nullptr;
    if (FcPatternGetString(font, FC_FILE, 0, &file) != FcResultMatch) {
        return false;
    }
    path = reinterpret_cast<const char*>(file);
    const fs::path extension = path.extension();
    std::error_code error;
    return (extension == ".ttf" || extension == ".otf" || extension == ".TTF" || extension == ".OTF") &&
           fs::is_regular_file(path, error);
}

/// Reads the font here, because ImGui stops the program if a file cannot be opened.
std::vector<char> sansFontBytes() {
    const auto path = findSansFont();
    if (!path) {
        return {};
    }
    std::ifstream stream(*path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

bool addFont(ImFontAtlas& atlas, const std::vector<char>& bytes, float pixels) {
    if (bytes.empty()) {
        return false;
    }
    // The atlas frees it.
    void* owned = ImGui::MemAlloc(bytes.size());
    std::copy(bytes.begin(), bytes.end(), static_cast<char*>(owned));
    ImFontConfig config;
    config.OversampleH = 2;
    config.PixelSnapH = true;
    return atlas.AddFontFromMemoryTTF(owned, static_cast<int>(bytes.size()), pixels, &config,
                                      kRanges.data()) != nullptr;
}

}  // namespace

std::optional<fs::path> findSansFont() {
    const std::unique_ptr<FcConfig, Unref> config(FcInitLoadConfigAndFonts());
    const std::unique_ptr<FcPattern, Unref> pattern(FcPatternCreate());
    const std::unique_ptr<FcCharSet, Unref> signs(FcCharSetCreate());
    if (!config || !pattern || !signs) {
        return std::nullopt;
    }
    for (const char32_t sign : kSigns) {
        FcCharSetAddChar(signs.get(), sign);
    }
    // In order of preference; all but the last are made for screens.
    for (const char* family : {"Inter", "Noto Sans", "DejaVu Sans", "sans-serif"}) {
        FcPatternAddString(pattern.get(), FC_FAMILY, reinterpret_cast<const FcChar8*>(family));
    }
    FcPatternAddInteger(pattern.get(), FC_WEIGHT, FC_WEIGHT_REGULAR);
    FcPatternAddInteger(pattern.get(), FC_SLANT, FC_SLANT_ROMAN);
    FcPatternAddInteger(pattern.get(), FC_WIDTH, FC_WIDTH_NORMAL);
    FcPatternAddCharSet(pattern.get(), FC_CHARSET, signs.get());
    FcPatternAddBool(pattern.get(), FC_SCALABLE, FcTrue);
    FcConfigSubstitute(config.get(), pattern.get(), FcMatchPattern);
    FcDefaultSubstitute(pattern.get());
    FcResult result = FcResultNoMatch;
    const std::unique_ptr<FcFontSet, Unref> fonts(
        FcFontSort(config.get(), pattern.get(), FcTrue, nullptr, &result));
    if (!fonts) {
        return std::nullopt;
    }
    for (int index = 0; index < fonts->nfont; ++index) {
        fs::path path;
        if (isReadable(fonts->fonts[index], path)) {
            return path;
        }
    }
    return std::nullopt;
}

void loadFonts(ImFontAtlas& atlas, float scale) {
    atlas.Clear();
    const std::vector<char> bytes = sansFontBytes();
    for (const float size : {theme::kFontSize, theme::kTitleSize}) {
        // Whole pixels keep the stems sharp.
        const float pixels = std::round(size * scale);
        if (!addFont(atlas, bytes, pixels)) {
            ImFontConfig config;
            config.SizePixels = pixels;
            atlas.AddFontDefault(&config);
        }
    }
}

}  // namespace shoal
