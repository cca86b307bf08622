#include "ui/overlay/caption.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstddef>
#include <numbers>

#include <fmt/format.h>
#include <imgui.h>

#include "ui/text/value_text.hpp"
#include "ui/widgets/theme.hpp"
#include "ui/widgets/ui_context.hpp"

namespace shoal {

namespace {

constexpr float kUsualHeight = 720.0f;  // [px] height of a picture whose caption has the panel's font size
constexpr float kMinSize = 9.0f;        // [px] smaller text is illegible
constexpr float kCaptionMargin = 1.6f;  // [font sizes] from the picture's corner
constexpr float kLeading = 1.35f;       // [font sizes] from line to line
constexpr float kTitleRatio = 1.4f;     // title's font size to the text's
constexpr float kCaptionWidth = 0.62f;  // fraction of the width beside a panel
constexpr std::size_t kMaxLines = 3;
constexpr float kWordsRatio = 2.2f;     // font size of the maker's own words to a caption's
constexpr float kHeadlineRatio = 1.7f;  // font size of a title to that of other words
constexpr float kWordsWidth = 0.84f;    // fraction of the width beside a panel
constexpr float kWordsMargin = 1.2f;    // [font sizes] from the picture's upper or lower edge
constexpr float kTravelWidth =
    0.42f;  // fraction of the width beside a panel that a moved setting's travel has
constexpr float kTravelHeight = 0.16f;  // [font sizes]
constexpr float kKnobRadius = 0.3f;     // [font sizes]
constexpr const char* kBetween = "  ·  ";

std::string lowered(std::string text) {
    if (!text.empty()) {
        text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
    }
    return text;
}

/// "alignment"; with several species, "shark alignment".
std::string nameOf(const Section& section, const Scene& scene) {
    std::string own = lowered(section.title);
    if (section.speciesIndex < 0 || scene.species.size() < 2) {
        return own;
    }
    const std::string& species = scene.species[static_cast<std::size_t>(section.speciesIndex)].name;
    return section.path == "species." + species ? species : species + " " + own;
}

/// Wraps `parts` into at most `max` lines no wider than `width`. The last line ends with the number of parts
/// that do not fit.
template <class Measure>
std::vector<std::string> linesOf(const std::vector<std::string>& parts, float width, std::size_t max,
                                 const Measure& measure) {
    std::vector<std::string> lines;
    for (std::size_t index = 0; index < parts.size(); ++index) {
        const std::size_t left = parts.size() - index - 1;
        const std::string rest = left > 0 ? fmt::format("{}and {} more", kBetween, left) : std::string();
        if (lines.empty()) {
            lines.push_back(parts[index]);
            continue;
        }
        const std::string longer = lines.back() + kBetween + parts[index];
        // The last line leaves space for the count of the rest.
        const bool isLast = lines.size() == max;
        if (measure(isLast ? longer + rest : longer) <= width) {
            lines.back() = longer;
        } else if (!isLast) {
            lines.push_back(parts[index]);
        } else {
            lines.back() += fmt::format("{}and {} more", kBetween, left + 1);
            break;
        }
    }
    return lines;
}

/// Draws light text over a soft shadow, legible on bright and dark backgrounds. `opacity` is that of both.
void drawLine(ImDrawList& list, ImFont* font, float size, const ImVec2& at, const theme::Colour& colour,
              const std::string& words, float opacity = 1.0f) {
    struct Shade {
        float reach;  ///< [font sizes]
        float opacity;
    };
    constexpr int kWays = 12;
    constexpr std::array kShades{Shade{0.34f, 0.035f}, Shade{0.2f, 0.07f}, Shade{0.1f, 0.12f},
                                 Shade{0.05f, 0.2f}};
    for (const Shade& shade : kShades) {
        const ImU32 dark = theme::packed({0.0f, 0.03f, 0.05f, shade.opacity * opacity});
        for (int way = 0; way < kWays; ++way) {
            const float angle = static_cast<float>(way) * 2.0f * std::numbers::pi_v<float> / kWays;
            list.AddText(
                font, size,
                {at.x + std::cos(angle) * shade.reach * size, at.y + std::sin(angle) * shade.reach * size},
                dark, words.c_str());
        }
    }
    list.AddText(font, size, at, theme::packed(theme::withAlpha(colour, colour.alpha * opacity)),
                 words.c_str());
}

constexpr float kBandOpacity = 0.55f;
constexpr float kBandFade = 2.2f;  // [font sizes] from its full strength to none

/// Darkens the picture from the upper to the lower end, fading beyond both, so that words are legible over
/// any picture.
void drawBand(float upper, float lower, float size, float opacity, const CaptionPlace& place) {
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const ImU32 none = theme::packed({0.0f, 0.02f, 0.03f, 0.0f});
    const ImU32 dark = theme::packed({0.0f, 0.02f, 0.03f, kBandOpacity * opacity});
    const float fade = kBandFade * size;
    const auto part = [&](float from, float to, ImU32 above, ImU32 below) {
        list.AddRectFilledMultiColor({0.0f, from}, {place.width, to}, above, above, below, below);
    };
    part(upper - 0.8f * fade, upper + 0.2f * fade, none, dark);
    part(upper + 0.2f * fade, lower - 0.2f * fade, dark, dark);
    part(lower - 0.2f * fade, lower + 0.8f * fade, dark, none);
}

/// Font size of the maker's words [px]. A narrow picture has smaller letters, so that a few words fit into a
/// line.
float wordsSize(const CaptionPlace& place) {
    return kWordsRatio * captionSize(std::min(place.height, 1.2f * (place.width - place.left)));
}

void drawCentred(const std::string& line, float size, float y, float opacity, const CaptionPlace& place) {
    const float length = titleFont()->CalcTextSizeA(size, 1e9f, 0.0f, line.c_str()).x;
    const float left = place.left + 0.5f * (place.width - place.left - length);
    drawLine(*ImGui::GetForegroundDrawList(), titleFont(), size, {left, y}, theme::kOnPicture, line, opacity);
}

}  // namespace

Caption captionOf(const Scene& scene, const Scene& loaded, double seconds) {
    const std::int64_t boids = scene.boidCount();
    Caption caption{.title = scene.title.empty() ? scene.name : scene.title,
                    .facts = fmt::format("seed {}{}{} boids{}{:.1f} s", scene.seed, kBetween,
                                         withThousands(static_cast<std::size_t>(boids)), kBetween, seconds),
                    .changes = {}};
    Scene copy = scene;
    const std::vector<Section> sections = copy.sections();
    for (const Edit& edit : difference(loaded, scene)) {
        const auto changed = findTunable(sections, edit.key);
        if (!changed || !loaded.value(edit.key)) {
            continue;  // the picture itself shows objects added or removed
        }
        const Section& section = *changed->section;
        const Parameter& parameter = changed->parameter();
        const std::string_view key = parameter.declared.key;
        const std::string name = nameOf(section, scene);
        if (key == "enabled") {
            caption.changes.push_back(name + (edit.shown != 0.0 ? " on" : " off"));
            continue;
        }
        // Sizes follow the number of boids, which is stated.
        const bool isRoom =
            boids != loaded.boidCount() && (section.path == "world" || section.path.ends_with(".start"));
        if (key != "count" && !(isRoom && parameter.declared.unit == "m")) {
            caption.changes.push_back(fmt::format("{} {} {}", name, lowered(labelOf(key)),
                                                  lowered(valueText(parameter, edit.shown))));
        }
    }
    return caption;
}

float captionSize(float pictureHeight) {
    return std::max(kMinSize, theme::kFontSize * pictureHeight / kUsualHeight);
}

void drawCaption(const Caption& caption, const CaptionPlace& place) {
    const float size = captionSize(place.height);
    const float left = place.left + kCaptionMargin * size;
    const float width = std::max(0.0f, (place.width - place.left) * kCaptionWidth - kCaptionMargin * size);
    ImFont* font = textFont();
    ImDrawList& list = *ImGui::GetForegroundDrawList();
    const auto measure = [&](const std::string& words) {
        return font->CalcTextSizeA(size, 1e9f, 0.0f, words.c_str()).x;
    };
    std::vector<std::string> lines = linesOf(caption.changes, width, kMaxLines, measure);
    lines.insert(lines.begin(), caption.facts);
    float y = place.height - kCaptionMargin * size - static_cast<float>(lines.size()) * kLeading * size;
    drawLine(list, titleFont(), kTitleRatio * size, {left, y - kTitleRatio * kLeading * size},
             theme::kOnPicture, caption.title);
    for (const std::string& line : lines) {
        drawLine(list, font, size, {left, y}, theme::withAlpha(theme::kOnPicture, 0.9f), line);
        y += kLeading * size;
    }
}

void drawPictureText(const PictureText& words, float lift, const CaptionPlace& place) {
    const float free = place.width - place.left;
    const bool isTitle = words.place == PictureText::Place::title;
    const float size = wordsSize(place) * (isTitle ? kHeadlineRatio : 1.0f);
    const float width = kWordsWidth * free;
    ImFont* font = titleFont();
    std::vector<std::string> lines;
    const char* const end = words.text.data() + words.text.size();
    for (const char* from = words.text.data(); from < end;) {
        const char* const newline = std::find(from, end, '\n');
        const char* to = font->CalcWordWrapPositionA(size / font->FontSize, from, newline, width);
        to = to == from ? newline : to;
        lines.emplace_back(from, to);
        from = to;
        while (from < end && (*from == ' ' || (from == newline && *from == '\n'))) {
            ++from;
        }
    }
    const float height = static_cast<float>(lines.size()) * kLeading * size;
    float y = isTitle ? 0.5f * (place.height - height) : place.height - kWordsMargin * size - height - lift;
    drawBand(y, isTitle ? y + height : place.height + size, size, words.opacity * (isTitle ? 0.7f : 1.0f),
             place);
    for (const std::string& line : lines) {
        drawCentred(line, size, y, words.opacity, place);
        y += kLeading * size;
    }
}

void drawMovedSetting(const MovedSetting& setting, const CaptionPlace& place) {
    const std::string line = setting.name + "  " + setting.value;
    const float free = place.width - place.left;
    const float length = titleFont()->CalcTextSizeA(1.0f, 1e9f, 0.0f, line.c_str()).x;
    const float size = std::min(wordsSize(place), kWordsWidth * free / length);
    float y = kWordsMargin * size;
    const float knobY = y + (kLeading + kKnobRadius) * size;
    const bool hasTravel = setting.part >= 0.0f;
    drawBand(-size, hasTravel ? knobY + kKnobRadius * size : y + kLeading * size, size, setting.opacity,
             place);
    drawCentred(line, size, y, setting.opacity, place);
    if (!hasTravel) {
        return;
    }
    y = knobY;
    ImDrawList& list = *ImGui::GetForegroundDrawList();
    const float left = place.left + 0.5f * (1.0f - kTravelWidth) * free;
    const float right = left + kTravelWidth * free;
    const float knob = std::lerp(left, right, std::clamp(setting.part, 0.0f, 1.0f));
    const float half = 0.5f * kTravelHeight * size;
    const auto bar = [&](float from, float to, const theme::Colour& colour, float opacity) {
        list.AddRectFilled({from, y - half}, {to, y + half},
                           theme::packed(theme::withAlpha(colour, opacity * setting.opacity)), half);
    };
    bar(left - half, right + half, {0.0f, 0.03f, 0.05f, 1.0f}, 0.55f);
    bar(left, knob, theme::kOnPicture, 0.9f);
    list.AddCircleFilled({knob, y}, kKnobRadius * size + 0.5f * half,
                         theme::packed({0.0f, 0.03f, 0.05f, 0.55f * setting.opacity}));
    list.AddCircleFilled({knob, y}, kKnobRadius * size,
                         theme::packed(theme::withAlpha(theme::kOnPicture, setting.opacity)));
}

void drawClock(const std::string& text, float top, const CaptionPlace& place) {
    const float size = kTitleRatio * captionSize(place.height);
    const float length = textFont()->CalcTextSizeA(size, 1e9f, 0.0f, text.c_str()).x;
    const float margin = kCaptionMargin * captionSize(place.height);
    drawLine(*ImGui::GetForegroundDrawList(), textFont(), size, {place.width - margin - length, top + margin},
             theme::kOnPicture, text);
}

void drawScaleBar(const std::string& text, float length, float lift, const CaptionPlace& place) {
    const float size = captionSize(place.height);
    const float left = place.left + kCaptionMargin * size;
    const float y = place.height - kCaptionMargin * size - lift;
    ImDrawList& list = *ImGui::GetForegroundDrawList();
    const float half = std::max(1.0f, 0.08f * size);
    list.AddRectFilled({left - half, y - 2.0f * half}, {left + length + half, y + 2.0f * half},
                       theme::packed({0.0f, 0.03f, 0.05f, 0.5f}), half);
    list.AddRectFilled({left, y - half}, {left + length, y + half}, theme::packed(theme::kOnPicture), half);
    drawLine(list, textFont(), size, {left, y - kLeading * size - half}, theme::kOnPicture, text);
}

float captionHeight(const Caption& caption, float pictureHeight) {
    const std::size_t lines = 1 + std::min(caption.changes.size(), kMaxLines);
    return (static_cast<float>(lines) + kTitleRatio) * kLeading * captionSize(pictureHeight);
}

void drawNameTags(std::span<const NameTag> tags, float size) {
    constexpr float kLift = 2.2f;          // [font sizes] from the body up to the line
    constexpr float kPlatePadding = 0.3f;  // [font sizes] of the dark plate round the text
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    ImFont* font = textFont();
    for (const NameTag& tag : tags) {
        const ImVec2 extent = font->CalcTextSizeA(size, 1e9f, 0.0f, tag.text.c_str());
        const ImVec2 at{tag.x - 0.5f * extent.x, tag.y - kLift * size};
        const float around = kPlatePadding * size;
        list.AddRectFilled({at.x - around, at.y - 0.5f * around},
                           {at.x + extent.x + around, at.y + extent.y + 0.5f * around},
                           theme::packed({0.0f, 0.03f, 0.05f, 0.55f}), around);
        list.AddText(font, size, at, theme::packed(theme::kOnPicture), tag.text.c_str());
    }
}

}  // namespace shoal
