#include "ui/widgets/icons.hpp"

#include <array>
#include <cfloat>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <sstream>
#include <string>
#include <vector>

#include "ui/widgets/keyboard.hpp"
#include "ui/widgets/theme.hpp"

namespace shoal {

namespace {

constexpr float kGridSize = 16.0f;
constexpr float kStroke = 1.5f;       // on that grid
constexpr float kSmallStroke = 1.6f;  // likewise, of icons smaller than 16 px
constexpr float kWordSize = 11.0f;    // [px] at scale 1, of a word below an icon
constexpr float kIconSize = 16.0f;    // [px] at scale 1, in a button

/// Our own drawings, in the order of Icon, on a grid of 16 with its origin at the upper left. Points are x y:
/// `line` and `closed` are strokes, `fill` a convex shape clockwise, `disc` and `circle` centre and radius,
/// `arc` likewise and from, to in degrees clockwise from the right, `block` and `box` two corners and the
/// radius of their corners.
constexpr std::array kDrawings{
    "block 4.5 3.5 6.5 12.5 0.75; block 9.5 3.5 11.5 12.5 0.75",                                    // pause
    "fill 5 3.25 12.5 8 5 12.75",                                                                   // play
    "block 3 3.5 4.5 12.5 0.5; fill 12.5 12.75 5.75 8 12.5 3.25",                                   // restart
    "fill 8 12 2 8 8 4; fill 14 12 8 8 14 4",                                                       // rewind
    "line 6.5 3 3.5 6 6.5 9; line 3.5 6 9.5 6; arc 9.5 9.25 3.25 -90 90; line 9.5 12.5 6 12.5",     // undo
    "line 9.5 3 12.5 6 9.5 9; line 12.5 6 6.5 6; arc 6.5 9.25 3.25 90 270; line 6.5 12.5 10 12.5",  // redo
    "arc 8 8.25 4.75 -60 210; line 10.2 1.9 10.4 4.15 8.15 4.6",                                    // reset
    "box 2.5 3.5 13.5 12.5 1.5; line 8 2 8 14; fill 8 3.5 12 3.5 13.5 5 13.5 11 12 12.5 8 12.5",    // compare
    "line 8 3.25 8 12.75; line 3.25 8 12.75 8",                                                     // add
    "closed 8 2.25 13 5.1 13 10.9 8 13.75 3 10.9 3 5.1; line 3 5.1 8 8 13 5.1; line 8 8 8 13.75",   // camera
    "circle 8 8 5.25; fill 8 2.75 10.01 3.15 11.71 4.29 12.85 5.99 13.25 8 12.85 10.01 11.71 11.71 10.01 "
    "12.85 8 13.25; disc 5.4 8 0.9",                                                            // colour
    "line 2.75 2.75 2.75 13.25 13.25 13.25; line 5 10.25 7.25 6.75 9.5 8.5 13 3.75",            // plots
    "box 2.5 4.5 13.5 12.5 1.5; circle 8 8.5 2.25; line 5.75 4.5 6.75 2.9 9.25 2.9 10.25 4.5",  // picture
    "box 2 4.5 10.25 11.5 1.5; closed 10.25 7 14 5 14 11 10.25 9",                              // film
    "box 2.5 3.5 13.5 12.5 1.5; line 6.5 3.5 6.5 12.5; line 11 6.25 9.25 8 11 9.75",            // hide
    "box 2.5 3.5 13.5 12.5 1.5; line 6.5 3.5 6.5 12.5; line 9.25 6.25 11 8 9.25 9.75",          // show
    "disc 3.5 8 1.25; disc 8 8 1.25; disc 12.5 8 1.25",                                         // more
    "circle 7 7 4.25; line 10.2 10.2 13.25 13.25",                                              // find
    "line 4.25 4.25 11.75 11.75; line 11.75 4.25 4.25 11.75",                                   // close
    "line 2.75 5.5 13 5.5; line 10.5 3 13 5.5 10.5 8; line 13.25 10.75 3 10.75; line 5.5 8.25 3 10.75 5.5 "
    "13.25",                                                    // swap
    "line 4.5 6.25 8 9.75 11.5 6.25",                           // down
    "line 6.25 4.5 9.75 8 6.25 11.5",                           // right
    "closed 4.5 4 9.5 2.75 13 6.5 12.25 11.5 7 13.25 2.75 10",  // stone
    "circle 8 8 5.25; circle 8 8 2; line 8 1.25 8 3.5; line 8 12.5 8 14.75; line 1.25 8 3.5 8; line 12.5 8 "
    "14.75 8",  // goal
    "circle 11 2.75 1.25; line 11 4 11 9.75; arc 7.75 9.75 3.25 0 180; line 4.5 9.75 4.5 6.75 6.75 9",  // lure
    "disc 8 8 1.9; line 8 1.75 8 4.25; line 8 11.75 8 14.25; line 1.75 8 4.25 8; line 11.75 8 14.25 8; line "
    "3.58 3.58 5.35 5.35; line 10.65 10.65 12.42 12.42; line 3.58 12.42 5.35 10.65; line 10.65 5.35 12.42 "
    "3.58",  // scare
    "closed 1.75 8 4 5.4 6.6 4.2 9.4 4.2 12 5.4 14.25 8 12 10.6 9.4 11.8 6.6 11.8 4 10.6; circle 8 8 1.9",  // eye
    "block 3.5 3.5 5 12.5 0.5; fill 6.5 3.5 12.5 8 6.5 12.5",                           // step
    "fill 12.25 11.25 3.5 11.25 6.75 7 9.5 3.75 10.25 7.5; line 1.75 13.5 14.25 13.5",  // hunter
};
static_assert(kDrawings.size() == static_cast<std::size_t>(Icon::hunter) + 1);

struct Stroke {
    std::string kind;
    std::vector<float> numbers;
};

std::vector<Stroke> readDrawing(const std::string& text) {
    std::vector<Stroke> strokes;
    std::istringstream parts(text);
    for (std::string part; std::getline(parts, part, ';');) {
        std::istringstream words(part);
        Stroke& stroke = strokes.emplace_back();
        words >> stroke.kind;
        for (float number = 0.0f; words >> number;) {
            stroke.numbers.push_back(number);
        }
    }
    return strokes;
}

const std::vector<Stroke>& strokesOf(Icon icon) {
    static const auto all = [] {
        std::array<std::vector<Stroke>, kDrawings.size()> read;
        for (std::size_t index = 0; index < read.size(); ++index) {
            read[index] = readDrawing(kDrawings[index]);
        }
        return read;
    }();
    return all[static_cast<std::size_t>(icon)];
}

}  // namespace

void drawIcon(ImDrawList& list, Icon icon, const ImVec2& at, float size, ImU32 colour) {
    constexpr float kTurn = 2.0f * std::numbers::pi_v<float>;
    const float unit = size / kGridSize;
    const float wide = (size < kGridSize ? kSmallStroke : kStroke) * unit;
    const auto point = [&](float x, float y) { return ImVec2(at.x + x * unit, at.y + y * unit); };
    for (const auto& [kind, v] : strokesOf(icon)) {
        // AddCircle and AddRect would shift their outlines by half a pixel.
        if (kind == "arc") {
            list.PathArcTo(point(v[0], v[1]), v[2] * unit, v[3] / 360.0f * kTurn, v[4] / 360.0f * kTurn, 24);
            list.PathStroke(colour, 0, wide);
        } else if (kind == "circle") {
            list.PathArcTo(point(v[0], v[1]), v[2] * unit, 0.0f, kTurn * 23.0f / 24.0f, 23);
            list.PathStroke(colour, ImDrawFlags_Closed, wide);
        } else if (kind == "disc") {
            list.AddCircleFilled(point(v[0], v[1]), v[2] * unit, colour);
        } else if (kind == "block") {
            list.AddRectFilled(point(v[0], v[1]), point(v[2], v[3]), colour, v[4] * unit);
        } else if (kind == "box") {
            list.PathRect(point(v[0], v[1]), point(v[2], v[3]), v[4] * unit);
            list.PathStroke(colour, ImDrawFlags_Closed, wide);
        } else {
            std::vector<ImVec2> points;
            for (std::size_t index = 0; index + 1 < v.size(); index += 2) {
                points.push_back(point(v[index], v[index + 1]));
            }
            if (kind == "fill") {
                list.AddConvexPolyFilled(points.data(), static_cast<int>(points.size()), colour);
            } else {
                list.AddPolyline(points.data(), static_cast<int>(points.size()), colour,
                                 kind == "closed" ? ImDrawFlags_Closed : ImDrawFlags_None, wide);
            }
        }
    }
}

bool iconButton(const WidgetContext& context, std::string_view key, Icon icon, float size,
                const IconLook& look, const std::string& hint) {
    ImGui::BeginDisabled(!look.isPossible);
    const bool hasWord = !look.word.empty();
    const ImVec2 whole = hasWord ? ImVec2{look.width, size + context.px(kIconWord)} : ImVec2{size, size};
    const bool isClicked = bareButton(std::string(key).c_str(), whole);
    ImGui::EndDisabled();
    context.note(key);
    const ImVec2 min = ImGui::GetItemRectMin();
    const bool isHovered = ImGui::IsItemHovered();
    const theme::Palette& palette = theme::colours();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float pressed = ImGui::IsItemActive() ? 0.22f : isHovered ? 0.13f : 0.0f;
    if (look.isOn || pressed > 0.0f) {
        list.AddRectFilled(min, ImGui::GetItemRectMax(),
                           theme::packed(look.isOn ? theme::withAlpha(palette.accent, 0.20f)
                                                   : theme::withAlpha(palette.text, pressed)),
                           context.px(theme::kCorner));
    }
    const float drawn = context.px(kIconSize);
    const ImVec2 inset{std::floor(0.5f * (whole.x - drawn)), std::floor(0.5f * (size - drawn))};
    const theme::Colour colour = look.isOn                    ? palette.accent
                                 : look.isQuiet && !isHovered ? palette.quietText
                                                              : palette.text;
    const float strength = look.isPossible ? colour.alpha : 0.5f;
    drawIcon(list, icon, {min.x + inset.x, min.y + inset.y}, drawn,
             theme::packed(theme::withAlpha(colour, strength)));
    if (hasWord) {
        const char* const end = look.word.data() + look.word.size();
        const float height = context.px(kWordSize);
        const ImFont& font = *ImGui::GetFont();
        const float wide = font.CalcTextSizeA(height, FLT_MAX, 0.0f, look.word.data(), end).x;
        list.AddText(
            &font, height,
            {std::floor(min.x + 0.5f * (whole.x - wide)), std::floor(min.y + size - context.px(3.0f))},
            theme::packed(theme::withAlpha(look.isOn ? palette.accent : palette.quietText, strength)),
            look.word.data(), end);
    }
    tooltip(context, hint);
    return isClicked;
}

}  // namespace shoal
