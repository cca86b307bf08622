#include "ui/widgets/fonts.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include <fontconfig/fontconfig.h>
// The public header cannot decode UTF-8.
#include <imgui_internal.h>
// ImGui's copy, so that both read the same fonts.
#define STBTT_STATIC
#define STB_TRUETYPE_IMPLEMENTATION
#include <imstb_truetype.h>

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

/// The letters that are always loaded.
constexpr std::array<ImWchar, 14> kRanges{
    0x0020, 0x017F,  // Latin, including authors' names
    0x0370, 0x03FF,  // Greek
    0x2010, 0x2027,  // dashes, quotation marks, ellipsis
    0x2070, 0x2094,  // superscripts and subscripts
    0x2190, 0x2193,  // arrows
    0x2200, 0x2265,  // mathematics
    0x25A0, 0x25CF,  // simple shapes
};

constexpr std::size_t kMaxLetters = 3000;  // each takes about 600 bytes of the fonts' texture, at scale 1

std::set<ImWchar>& letters() {
    static std::set<ImWchar> noted;
    return noted;
}

/// Whether ImGui, which gives up all fonts if it cannot read one, can read this one.
bool isReadable(const std::vector<char>& bytes, int number) {
    constexpr std::size_t kSmallest = 12;  // [bytes] the header of a font's file
    if (bytes.size() < kSmallest) {
        return false;
    }
    const auto* data = reinterpret_cast<const unsigned char*>(bytes.data());
    const int offset = stbtt_GetFontOffsetForIndex(data, number);
    stbtt_fontinfo info{};
    return offset >= 0 && stbtt_InitFont(&info, data, offset) != 0;
}

/// Reads a font here, because ImGui stops the program if a file cannot be opened. None if ImGui cannot read
/// it: it wants TrueType or OpenType in a plain file.
std::optional<Font> readFont(FcPattern* pattern) {
    FcChar8* name = nullptr;
    if (FcPatternGetString(pattern, FC_FILE, 0, &name) != FcResultMatch) {
        return std::nullopt;
    }
    Font font{.file = reinterpret_cast<const char*>(name)};
    FcPatternGetInteger(pattern, FC_INDEX, 0, &font.number);
    std::string ending = font.file.extension().string();
    std::ranges::transform(ending, ending.begin(), [](unsigned char c) { return std::tolower(c); });
    std::error_code error;
    // The upper half numbers the instances of a variable font.
    if (font.number < 0 || font.number >= 0x10000 ||
        (ending != ".ttf" && ending != ".otf" && ending != ".ttc") ||
        !fs::is_regular_file(font.file, error)) {
        return std::nullopt;
    }
    std::ifstream stream(font.file, std::ios::binary);
    font.bytes.assign(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
    return isReadable(font.bytes, font.number) ? std::optional(std::move(font)) : std::nullopt;
}

/// Finds the sans-serif font that has the most of these letters.
std::optional<Font> findFont(std::u32string_view letters) {
    static const std::unique_ptr<FcConfig, Unref> kConfig(FcInitLoadConfigAndFonts());
    const std::unique_ptr<FcPattern, Unref> pattern(FcPatternCreate());
    const std::unique_ptr<FcCharSet, Unref> characters(FcCharSetCreate());
    if (!kConfig || !pattern || !characters) {
        return std::nullopt;
    }
    for (const char32_t letter : letters) {
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
    FcConfigSubstitute(kConfig.get(), pattern.get(), FcMatchPattern);
    FcDefaultSubstitute(pattern.get());
    FcResult result = FcResultNoMatch;
    // All of them, because ImGui may be unable to read the first.
    const std::unique_ptr<FcFontSet, Unref> fonts(
        FcFontSort(kConfig.get(), pattern.get(), FcFalse, nullptr, &result));
    for (int index = 0; fonts && index < fonts->nfont; ++index) {
        if (auto font = readFont(fonts->fonts[index])) {
            return font;
        }
    }
    return std::nullopt;
}

ImFontConfig configOf(float pixels) {
    ImFontConfig config;
    config.SizePixels = pixels;
    config.OversampleH = 2;
    config.PixelSnapH = true;
    config.FontDataOwnedByAtlas = false;
    return config;
}

bool fill(ImFontAtlas& atlas, float scale, const std::vector<const Font*>& fonts,
          const std::vector<ImWchar>& ranges) {
    atlas.Clear();
    for (const float size : {theme::kFontSize, theme::kTitleSize}) {
        // Whole pixels keep the stems sharp.
        ImFontConfig config = configOf(std::round(size * scale));
        if (fonts.empty()) {
            ImFontConfig own;
            own.SizePixels = config.SizePixels;
            atlas.AddFontDefault(&own);
        }
        for (const Font* font : fonts) {
            config.FontNo = font->number;
            // ImGui only reads them.
            atlas.AddFontFromMemoryTTF(const_cast<char*>(font->bytes.data()),
                                       static_cast<int>(font->bytes.size()), config.SizePixels, &config,
                                       ranges.data());
            config.MergeMode = true;
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
    // Alphabets are short: with one letter come its neighbours, so that typing does not fill the atlas again.
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
}

std::size_t notedLetters() {
    return letters().size();
}

std::vector<const Font*> installedFonts() {
    static const std::optional<Font> kUsual = findFont(U"°²³·±×−…");
    std::vector<const Font*> fonts;
    const auto add = [&](const std::optional<Font>& font) {
        if (font) {
            fonts.push_back(&*font);
        }
    };
    add(kUsual);
    if (!letters().empty()) {
        static const std::optional<Font> kAlphabets = findFont(U"ЯΩღԱאبझกẞ⚓");
        static const std::optional<Font> kEastAsian = findFont(U"魚鱼鳥の群れ떼");
        add(kAlphabets);
        add(kEastAsian);
    }
    return fonts;
}

std::vector<ImWchar> loadFonts(ImFontAtlas& atlas, float scale) {
    std::vector<ImWchar> ranges(kRanges.begin(), kRanges.end());
    for (const ImWchar letter : letters()) {
        ranges.insert(ranges.end(), {letter, letter});
    }
    ranges.push_back(0);
    if (!fill(atlas, scale, installedFonts(), ranges)) {
        fill(atlas, scale, {}, ranges);
    }
    return ranges;
}

}  // namespace shoal
