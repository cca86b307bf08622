// Part of Panel: place, hour, weather and water as small pictures.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <imgui.h>

#include "ui/widgets/theme.hpp"
#include "viewer/panel/panel.hpp"

namespace shoal {

namespace {

using Place = LookSettings::Place;

/// A small picture that sets one value of the look.
struct LightChoice {
    const char* word;
    float value;  ///< as shown
    theme::Colour above;
    theme::Colour below;
    float sun = -1.0f;     ///< height of the sun in the picture, 0 .. 1; none below 0
    float clouds = 0.0f;   ///< 0 .. 1
    bool hasGrid = false;  ///< lines of a lab
};

struct LightRow {
    const char* name;
    const char* key;
    std::span<const LightChoice> choices;
    std::array<bool, 4> places;  ///< by LookSettings::Place: where it has an effect
};

constexpr theme::Colour rgb(float red, float green, float blue) {
    return {red, green, blue, 1.0f};
}

constexpr std::array kPlaceChoices{
    LightChoice{
        .word = "Sea", .value = 0, .above = rgb(0.22f, 0.68f, 0.76f), .below = rgb(0.02f, 0.20f, 0.32f)},
    LightChoice{.word = "Sky",
                .value = 1,
                .above = rgb(0.42f, 0.60f, 0.82f),
                .below = rgb(0.98f, 0.82f, 0.60f),
                .sun = 0.35f},
    LightChoice{.word = "Plain",
                .value = 2,
                .above = rgb(0.97f, 0.84f, 0.56f),
                .below = rgb(0.62f, 0.44f, 0.22f),
                .sun = 0.55f},
    LightChoice{.word = "Lab",
                .value = 3,
                .above = rgb(0.10f, 0.11f, 0.14f),
                .below = rgb(0.06f, 0.07f, 0.09f),
                .hasGrid = true}};

constexpr std::array kHourChoices{LightChoice{.word = "Nightfall",
                                              .value = -6,
                                              .above = rgb(0.05f, 0.07f, 0.18f),
                                              .below = rgb(0.22f, 0.22f, 0.40f)},
                                  LightChoice{.word = "Sunset",
                                              .value = 4,
                                              .above = rgb(0.44f, 0.34f, 0.52f),
                                              .below = rgb(1.0f, 0.62f, 0.34f),
                                              .sun = 0.2f},
                                  LightChoice{.word = "Morning",
                                              .value = 12,
                                              .above = rgb(0.50f, 0.66f, 0.86f),
                                              .below = rgb(1.0f, 0.86f, 0.64f),
                                              .sun = 0.45f},
                                  LightChoice{.word = "Day",
                                              .value = 40,
                                              .above = rgb(0.22f, 0.48f, 0.86f),
                                              .below = rgb(0.72f, 0.86f, 0.98f),
                                              .sun = 0.8f}};

constexpr std::array kCloudChoices{
    LightChoice{
        .word = "Clear", .value = 0, .above = rgb(0.26f, 0.52f, 0.86f), .below = rgb(0.74f, 0.87f, 0.97f)},
    LightChoice{.word = "Fair",
                .value = 0.35f,
                .above = rgb(0.34f, 0.56f, 0.84f),
                .below = rgb(0.78f, 0.87f, 0.95f),
                .clouds = 0.4f},
    LightChoice{.word = "Cloudy",
                .value = 0.7f,
                .above = rgb(0.44f, 0.56f, 0.72f),
                .below = rgb(0.78f, 0.82f, 0.88f),
                .clouds = 0.75f},
    LightChoice{.word = "Overcast",
                .value = 1,
                .above = rgb(0.52f, 0.56f, 0.62f),
                .below = rgb(0.74f, 0.77f, 0.80f),
                .clouds = 1.0f}};

constexpr std::array kHazeChoices{
    LightChoice{
        .word = "Clear", .value = 0.3f, .above = rgb(0.30f, 0.60f, 0.80f), .below = rgb(0.10f, 0.24f, 0.34f)},
    LightChoice{
        .word = "Light", .value = 1, .above = rgb(0.46f, 0.66f, 0.76f), .below = rgb(0.26f, 0.40f, 0.48f)},
    LightChoice{
        .word = "Hazy", .value = 2.5f, .above = rgb(0.64f, 0.74f, 0.78f), .below = rgb(0.50f, 0.60f, 0.64f)},
    LightChoice{
        .word = "Dense", .value = 5, .above = rgb(0.76f, 0.80f, 0.82f), .below = rgb(0.70f, 0.75f, 0.77f)}};

constexpr std::array kWaterChoices{
    LightChoice{
        .word = "Ocean", .value = 0, .above = rgb(0.10f, 0.52f, 0.86f), .below = rgb(0.01f, 0.12f, 0.36f)},
    LightChoice{
        .word = "Reef", .value = 0.3f, .above = rgb(0.16f, 0.66f, 0.76f), .below = rgb(0.02f, 0.22f, 0.32f)},
    LightChoice{.word = "Coast",
                .value = 0.65f,
                .above = rgb(0.26f, 0.66f, 0.56f),
                .below = rgb(0.04f, 0.24f, 0.22f)},
    LightChoice{
        .word = "Green", .value = 1, .above = rgb(0.44f, 0.64f, 0.30f), .below = rgb(0.08f, 0.22f, 0.10f)}};

constexpr std::array kLightRows{LightRow{"Place", "place", kPlaceChoices, {true, true, true, true}},
                                LightRow{"Hour", "sun_elevation", kHourChoices, {false, true, false, false}},
                                LightRow{"Clouds", "clouds", kCloudChoices, {false, true, false, false}},
                                LightRow{"Water", "water_type", kWaterChoices, {true, false, false, false}},
                                LightRow{"Turbidity", "turbidity", kHazeChoices, {true, true, true, false}}};

// [px] at scale 1
constexpr float kLightNames = 70.0f;
constexpr float kLightHeight = 30.0f;
constexpr float kLightWord = 11.0f;
constexpr float kLightGap = 4.0f;

void drawLight(const WidgetContext& context, const LightChoice& choice, const ImVec2& min,
               const ImVec2& max) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImU32 above = theme::packed(choice.above);
    const ImU32 below = theme::packed(choice.below);
    list.PushClipRect(min, max, true);
    list.AddRectFilledMultiColor(min, max, above, above, below, below);
    const ImVec2 size{max.x - min.x, max.y - min.y};
    if (choice.sun >= 0.0f) {
        const ImVec2 at{min.x + 0.68f * size.x, max.y - choice.sun * size.y};
        list.AddCircleFilled(at, 0.16f * size.y, IM_COL32(255, 246, 214, 255), 20);
    }
    const auto puffs = static_cast<int>(std::lround(choice.clouds * 8.0f));
    for (int puff = 0; puff < puffs; ++puff) {
        const float part = (static_cast<float>(puff) + 0.5f) / static_cast<float>(puffs);
        const float lift = 0.26f + 0.16f * static_cast<float>(puff % 3);
        list.AddCircleFilled({min.x + part * size.x, min.y + lift * size.y}, 0.20f * size.y,
                             IM_COL32(244, 246, 250, 190), 16);
    }
    for (int line = 1; choice.hasGrid && line < 6; ++line) {
        const float x = std::floor(min.x + size.x * static_cast<float>(line) / 6.0f);
        list.AddRectFilled({x, min.y}, {x + 1.0f, max.y}, IM_COL32(120, 140, 160, 70));
        const float y = std::floor(min.y + size.y * static_cast<float>(line) / 6.0f);
        list.AddRectFilled({min.x, y}, {max.x, y + 1.0f}, IM_COL32(120, 140, 160, 70));
    }
    list.PopClipRect();
    list.AddRect(min, max, theme::packed(theme::withAlpha(theme::colours().text, 0.2f)), context.px(2.0f));
}

}  // namespace

/// Builds a row of small pictures for each value of the light that the place has.
void Panel::buildLight(PanelFrame& frame) {
    const WidgetContext& context = frame.context;
    const LookSettings& look = frame.input.scene->look;
    const auto place = static_cast<std::size_t>(look.place);
    const theme::Palette& palette = theme::colours();
    const float gap = context.px(kLightGap);
    const float names = context.px(kLightNames);
    const float wide = std::floor((ImGui::GetContentRegionAvail().x - names - 3.0f * gap) / 4.0f);
    const float tall = context.px(kLightHeight);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (const LightRow& row : kLightRows) {
        if (!row.places[place]) {
            continue;
        }
        const std::string key = fmt::format("look.{}", row.key);
        const auto value = frame.input.scene->value(key);
        const float now = value ? static_cast<float>(*value) : 0.0f;
        const ImVec2 start = ImGui::GetCursorScreenPos();
        list.AddText({start.x, std::floor(start.y + 0.5f * (tall - ImGui::GetFontSize()))},
                     theme::packed(palette.quietText), row.name);
        const auto nearest = std::ranges::min_element(
            row.choices, {}, [now](const LightChoice& choice) { return std::abs(choice.value - now); });
        for (std::size_t index = 0; index < row.choices.size(); ++index) {
            const LightChoice& choice = row.choices[index];
            const ImVec2 min{start.x + names + static_cast<float>(index) * (wide + gap), start.y};
            const ImVec2 max{min.x + wide, min.y + tall};
            ImGui::SetCursorScreenPos(min);
            const std::string id = fmt::format("light.{}.{}", row.key, choice.word);
            if (bareButton(id.c_str(), {wide, tall + context.px(kLightWord + 2.0f)})) {
                frame.edits.push_back({key, static_cast<double>(choice.value)});
            }
            context.note(id);
            const bool isNearest = &choice == &*nearest;
            const bool isChosen =
                isNearest && std::abs(now - choice.value) < 0.02f + 0.01f * std::abs(choice.value);
            drawLight(context, choice, min, max);
            if (isNearest || ImGui::IsItemHovered()) {
                // Fainter where the value lies between two of them.
                list.AddRect({min.x - 1.0f, min.y - 1.0f}, {max.x + 1.0f, max.y + 1.0f},
                             theme::packed(isChosen                 ? palette.accent
                                           : ImGui::IsItemHovered() ? palette.text
                                                                    : theme::withAlpha(palette.accent, 0.5f)),
                             context.px(2.0f), 0, context.px(2.0f));
            }
            const float word =
                ImGui::GetFont()->CalcTextSizeA(context.px(kLightWord), wide, 0.0f, choice.word).x;
            list.AddText(ImGui::GetFont(), context.px(kLightWord),
                         {std::floor(min.x + 0.5f * (wide - word)), max.y + context.px(1.0f)},
                         theme::packed(isChosen ? palette.text : palette.quietText), choice.word);
        }
        ImGui::SetCursorScreenPos({start.x, start.y + tall + context.px(kLightWord + 6.0f)});
        ImGui::Dummy({1.0f, 0.0f});
    }
    if (look.place == LookSettings::Place::plain) {
        ImGui::TextDisabled("Hour and clouds: with the place Sky");
    }
}

}  // namespace shoal
