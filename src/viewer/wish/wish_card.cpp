#include "viewer/wish/wish_card.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "ui/text/cut_text.hpp"
#include "ui/text/value_text.hpp"
#include "ui/widgets/keyboard.hpp"
#include "viewer/measures/measure_strip.hpp"
#include "viewer/wish/choice_row.hpp"

namespace shoal {

namespace {

constexpr float kValueIndent = 64.0f;  // [px] at scale 1, as in a choice row

/// Where the slider of a measure ends.
float sliderEnd(const MeasureColumn& column, const WishInput& input) {
    if (column.max > 0.0) {
        return static_cast<float>(column.max);
    }
    const float now = input.now != nullptr ? std::abs(input.now->of(column.key).value_or(0.5f)) : 0.5f;
    return static_cast<float>(roundedUp(std::max(2.0 * static_cast<double>(now), 1e-3)));
}

void buildChoice(const WidgetContext& context, const WishInput& input, WishChoice& choice) {
    std::vector<ChoiceItem> items;
    if (!input.compared.empty()) {
        items.push_back({"compared", input.compared, choice.column.empty()});
    }
    for (const MeasureColumn& column : measureColumns()) {
        items.push_back({std::string(column.key), nameOf(column), column.key == choice.column});
    }
    const std::string shown =
        choice.column.empty() ? input.compared : nameOf(measureColumns()[columnOf(choice.column)]);
    const auto chosen =
        buildChoiceRow(context,
                       {.id = "wish",
                        .label = "Wish",
                        .chosen = shown,
                        .hint = "What the flock should be like: all figures of the comparison under "
                                "Measures, or one measure. A click into the plane below the picture wishes "
                                "for a polarisation and a milling."},
                       items);
    if (!chosen) {
        return;
    }
    choice.column = items[*chosen].id == "compared" ? "" : items[*chosen].id;
    if (!choice.column.empty()) {
        const auto now = input.now != nullptr ? input.now->of(choice.column) : std::nullopt;
        choice.value = now.value_or(sliderEnd(measureColumns()[columnOf(choice.column)], input) / 2.0f);
    }
}

void buildValue(const WidgetContext& context, const WishInput& input, WishChoice& choice) {
    const MeasureColumn& column = measureColumns()[columnOf(choice.column)];
    ImGui::AlignTextToFramePadding();
    ImGui::TextDisabled("be");
    ImGui::SameLine(context.px(kValueIndent));
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - resetColumn(context));
    const std::string format = "%.3g" + unitSuffix(column.unit);
    ImGui::SliderFloat("##value", &choice.value, 0.0f, sliderEnd(column, input), format.c_str(),
                       ImGuiSliderFlags_AlwaysClamp);
    markNumber(true);
    context.note("wish.value");
    tooltip(context, column.text());
}

void buildButton(const WidgetContext& context, const WishInput& input, const WishChoice& choice,
                 Commands& commands) {
    const bool isChosen = !choice.column.empty() || !input.compared.empty();
    const float width = ImGui::GetContentRegionAvail().x - resetColumn(context);
    ImGui::BeginDisabled(!isChosen && !input.progress);
    const bool isPressed = ImGui::Button("##find", {width, 0.0f});
    const ImVec2 min = ImGui::GetItemRectMin();
    const ImVec2 max = ImGui::GetItemRectMax();
    if (input.progress) {
        ImGui::GetWindowDrawList()->AddRectFilled(
            min, {min.x + static_cast<float>(*input.progress) * (max.x - min.x), max.y},
            theme::packed(theme::withAlpha(theme::colours().accent, theme::kFill)),
            ImGui::GetStyle().FrameRounding);
    }
    const bool isWhole = drawLabelAndValue(
        context, min, max, input.progress ? "Searching; stop with Esc" : "Find settings",
        input.progress ? fmt::format("{:.0f} %", std::floor(*input.progress * 100.0)) : std::string());
    ImGui::EndDisabled();
    context.note("button.find", !isWhole);
    tooltip(context,
            "Varies up to six weights of rules on copies of the flock, usually for less than a minute, and "
            "lists up to four settings that bring it nearer to the wish");
    if (!isPressed) {
        return;
    }
    if (input.progress) {
        commands.push_back(Run{"stop_finding"});
    } else {
        const bool isForMeasure = !choice.column.empty();
        commands.push_back(
            Run{"find_settings",
                {.text = isForMeasure ? wishText(choice.column, static_cast<double>(choice.value)) : ""}});
    }
}

}  // namespace

void buildWishCard(const WidgetContext& context, const WishInput& input, WishChoice& choice,
                   Commands& commands) {
    ImGui::PushID("wish");
    if (input.compared.empty() && choice.column.empty()) {
        choice = {"polarisation", 0.9f};
    }
    buildChoice(context, input, choice);
    if (!choice.column.empty()) {
        buildValue(context, input, choice);
    }
    buildButton(context, input, choice, commands);
    const float width = ImGui::GetContentRegionAvail().x - resetColumn(context);
    if (!input.wished.empty()) {
        ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + width);
        ImGui::TextDisabled("%s", input.wished.c_str());
        ImGui::PopTextWrapPos();
        context.note("wish.wished");
    }
    for (std::size_t index = 0; index < input.found.size(); ++index) {
        const SuggestionRow& row = input.found[index];
        ImGui::PushID(static_cast<int>(index));
        if (ImGui::Button("##take", {width, 0.0f})) {
            commands.push_back(Run{"take_settings", {.number = static_cast<double>(index)}});
        }
        ImGui::PopID();
        const float left = width - ImGui::CalcTextSize(row.value.c_str()).x - context.px(6 * theme::kGrid);
        drawLabelAndValue(context, ImGui::GetItemRectMin(), ImGui::GetItemRectMax(),
                          cutToFit(row.label, left), row.value);
        context.note(fmt::format("suggestion.{}", index));
        tooltip(context, row.hint);
    }
    ImGui::PopID();
}

}  // namespace shoal
