#include "ui/widgets/fonts.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <fstream>
#include <iterator>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fontconfig/fontconfig.h>
// The public header cannot decode UTF-8.
#include <imgui_internal.h>

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

constexpr std::array<ImWchar, 8> kSigns{U'°', U'²', U'³', U'·', U'±', U'×', U'−', U'…'};

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

constexpr std::size_t kMaxLetters = 3000;  // each takes about 600 bytes of the fonts' texture, at scale 1

std::set<ImWchar>& letters() {
    static std::set<ImWchar> noted;
    return noted;
}

/// A file with outlines that ImGui can read, and which of the file's fonts it is.
struct FontFile {
    fs::path path;
    int number = 0;
};

/// Whether ImGui can read a font: only TrueType or OpenType outlines in a plain file. Stores the file in
/// `found`.
bool isReadable(FcPattern* font, FontFile& found) {
    FcChar8* file = nullptr;
    if (FcPatternGetString(font, FC_FILE, 0, &file) != FcResultMatch) {
        return false;
    }
    found.path = reinterpret_cast<const char*>(file);
    found.number = 0;
    FcPatternGetInteger(font, FC_INDEX, 0, &found.number);
    std::string ending = found.path.extension().string();
    std::ranges::transform(ending, ending.begin(), [](unsigned char c) { return std::tolower(c); });
    std::error_code error;
    // The upper half numbers the instances of a variable font.
    return found.number >= 0 && found.number < 0x10000 &&
           (ending == ".ttf" || ending == ".otf" || ending == ".ttc") &&
           fs::is_regular_file(found.path, error);
}

/// Reads the font here, because ImGui stops the program if a file cannot be opened.
std::vector<char> bytesOf(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

/// Calls `use` for the installed sans-serif fonts that ImGui can read, in order of preference, until it
/// returns true. Prefers fonts that have `wanted`.
template <class Use>
void forEachSansFont(const std::set<ImWchar>& wanted, const Use& use) {
    const std::unique_ptr<FcConfig, Unref> config(FcInitLoadConfigAndFonts());
    const std::unique_ptr<FcPattern, Unref> pattern(FcPatternCreate());
    const std::unique_ptr<FcCharSet, Unref> characters(FcCharSetCreate());
    if (!config || !pattern || !characters) {
        return;
    }
    for (const ImWchar letter : wanted) {
        FcCharSetAddChar(characters.get(), letter);
    }
    // In order of preference; all but the last are made for screens.
    for (const char* family : {"Inter", "Noto Sans", "DejaVu Sans", "sans-serif"}) {
        FcPatternAddString(pattern.get(), FC_FAMILY, reinterpret_cast<const FcChar8*>(family));
    }
    FcPatternAddInteger(pattern.get(), FC_WEIGHT, FC_WEIGHT_REGULAR);
    FcPatternAddInteger(pattern.get(), FC_SLANT, FC_SLANT_ROMAN);
    FcPatternAddInteger(pattern.get(), FC_WIDTH, FC_WIDTH_NORMAL);
    FcPatternAddCharSet(pattern.get(), FC_CHARSET, characters.get());
    FcPatternAddBool(pattern.get(), FC_SCALABLE, FcTrue);
    FcConfigSubstitute(config.get(), pattern.get(), FcMatchPattern);
    FcDefaultSubstitute(pattern.get());
    FcResult result = FcResultNoMatch;
    // All of them: to leave out those that add no letter, fontconfig would count fonts that ImGui cannot
    // read.
    const std::unique_ptr<FcFontSet, Unref> fonts(
        FcFontSort(config.get(), pattern.get(), FcFalse, nullptr, &result));
    for (int index = 0; fonts && index < fonts->nfont; ++index) {
        FontFile file;
        if (isReadable(fonts->fonts[index], file) && use(file, fonts->fonts[index])) {
            return;
        }
    }
}

/// A font of its own for letters that the first font lacks.
struct LetterFont {
    std::vector<char> bytes;
    int number = 0;
    std::vector<ImWchar> ranges;  ///< of its letters, as ImGui wants them
};

/// Returns the fonts that together have the letters, as far as any has them.
std::vector<LetterFont> fontsFor(std::set<ImWchar> wanted) {
    std::vector<LetterFont> fonts;
    if (wanted.empty()) {
        return fonts;
    }
    forEachSansFont(wanted, [&](const FontFile& file, FcPattern* pattern) {
        FcCharSet* offered = nullptr;
        if (FcPatternGetCharSet(pattern, FC_CHARSET, 0, &offered) != FcResultMatch) {
            return false;
        }
        LetterFont font{{}, file.number, {}};
        std::erase_if(wanted, [&](ImWchar letter) {
            const bool isOffered = FcCharSetHasChar(offered, letter) == FcTrue;
            if (isOffered) {
                font.ranges.insert(font.ranges.end(), {letter, letter});
            }
            return isOffered;
        });
        if (!font.ranges.empty()) {
            font.ranges.push_back(0);
            font.bytes = bytesOf(file.path);
            fonts.push_back(std::move(font));
        }
        return wanted.empty();
    });
    std::erase_if(fonts, [](const LetterFont& font) { return font.bytes.empty(); });
    return fonts;
}

ImFontConfig configOf(float pixels) {
    ImFontConfig config;
    config.SizePixels = pixels;
    config.OversampleH = 2;
    config.PixelSnapH = true;
    return config;
}

void addFont(ImFontAtlas& atlas, const std::vector<char>& bytes, ImFontConfig config,
             const std::vector<ImWchar>& ranges) {
    // The atlas frees it.
    void* owned = ImGui::MemAlloc(bytes.size());
    std::ranges::copy(bytes, static_cast<char*>(owned));
    atlas.AddFontFromMemoryTTF(owned, static_cast<int>(bytes.size()), config.SizePixels, &config,
                               ranges.data());
}

/// Fills the atlas. False if ImGui cannot read one of the fonts.
bool fill(ImFontAtlas& atlas, float scale, const std::vector<char>& sans,
          const std::vector<LetterFont>& letterFonts) {
    static const std::vector<ImWchar> ranges(kRanges.begin(), kRanges.end());
    atlas.Clear();
    for (const float size : {theme::kFontSize, theme::kTitleSize}) {
        // Whole pixels keep the stems sharp.
        ImFontConfig config = configOf(std::round(size * scale));
        if (sans.empty()) {
            ImFontConfig own;
            own.SizePixels = config.SizePixels;
            atlas.AddFontDefault(&own);
        } else {
            addFont(atlas, sans, config, ranges);
        }
        config.MergeMode = true;
        for (const LetterFont& font : letterFonts) {
            config.FontNo = font.number;
            addFont(atlas, font.bytes, config, font.ranges);
        }
    }
    return atlas.Build();
}

}  // namespace

void noteLetter(unsigned codepoint) {
    const auto isIn = [codepoint](std::size_t pair) {
        return codepoint >= kRanges[2 * pair] && codepoint <= kRanges[2 * pair + 1];
    };
    bool isUsual = codepoint < kRanges[0];
    for (std::size_t pair = 0; pair < kRanges.size() / 2; ++pair) {
        isUsual = isUsual || isIn(pair);
    }
    if (isUsual || codepoint > IM_UNICODE_CODEPOINT_MAX || letters().size() >= kMaxLetters ||
        letters().contains(static_cast<ImWchar>(codepoint))) {
        return;
    }
    // Alphabets are short: with one letter come its neighbours, so that typing does not load fonts again.
    constexpr unsigned kAlphabetsEnd = 0x2000;
    constexpr unsigned kBlock = 0x80;
    const unsigned first = codepoint < kAlphabetsEnd ? codepoint / kBlock * kBlock : codepoint;
    const unsigned last = codepoint < kAlphabetsEnd ? first + kBlock - 1 : codepoint;
    for (unsigned each = first; each <= last; ++each) {
        letters().insert(static_cast<ImWchar>(each));
    }
}

void noteLetters(std::string_view text) {
    const char* const end = text.data() + text.size();
    for (const char* at = text.data(); at < end;) {
        unsigned codepoint = static_cast<unsigned char>(*at);
        at += codepoint < 0x80 ? 1 : std::max(1, ImTextCharFromUtf8(&codepoint, at, end));
        if (codepoint >= 0x80) {
            noteLetter(codepoint);
        }
    }
}

void noteLetters(const Scene& scene) {
    for (const std::string* text : {&scene.title, &scene.watch, &scene.about, &scene.source.title,
                                    &scene.source.author, &scene.source.address, &scene.source.note}) {
        noteLetters(*text);
    }
    for (const auto& [key, mark] : scene.source.marks) {
        noteLetters(mark.text);
        noteLetters(mark.unit);
    }
}

std::size_t notedLetters() {
    return letters().size();
}

std::optional<fs::path> findSansFont() {
    std::optional<fs::path> found;
    forEachSansFont({kSigns.begin(), kSigns.end()}, [&](const FontFile& file, FcPattern*) {
        if (file.number == 0) {
            found = file.path;
        }
        return found.has_value();
    });
    return found;
}

void loadFonts(ImFontAtlas& atlas, float scale) {
    static std::vector<LetterFont> letterFonts;  // the atlas keeps the addresses of their ranges
    const auto path = findSansFont();
    const std::vector<char> sans = path ? bytesOf(*path) : std::vector<char>();
    letterFonts = fontsFor(letters());
    if (!fill(atlas, scale, sans, letterFonts) && !fill(atlas, scale, sans, {})) {
        fill(atlas, scale, {}, {});
    }
}

}  // namespace shoal
