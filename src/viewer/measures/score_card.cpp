#include "viewer/measures/score_card.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "ui/text/cut_text.hpp"
#include "viewer/measures/plot_parts.hpp"

namespace shoal {

namespace {

// Sizes at scale 1 [px].
constexpr float kMark = 4.5f;
constexpr float kMarkColumn = 20.0f;
constexpr float kLineGap = 2.0f;
constexpr float kRowGap = 5.0f;

std::string_view nameOf(Fit fit) {
    constexpr std::array<std::string_view, 4> kNames{"", "within", "near", "outside"};
    return kNames[static_cast<std::size_t>(fit)];
}

theme::Colour colourOf(Fit fit) {
    const theme::Palette& palette = theme::colours();
    switch (fit) {
        case Fit::within:
            return palette.good;
        case Fit::near:
            return palette.warning;
        case Fit::outside:
            return palette.bad;
        case Fit::unknown:
            break;
    }
    return palette.quietText;
}

/// A disc for within, a ring for near, a cross for outside, a dash for unknown.
void drawMark(const WidgetContext& context, const ImVec2& middle, Fit fit) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float size = context.px(kMark);
    const float stroke = context.px(1.75f);
    const ImU32 colour = theme::packed(colourOf(fit));
    switch (fit) {
        case Fit::within:
            return list.AddCircleFilled(middle, size, colour);
        case Fit::near:
            return list.AddCircle(middle, size - stroke * 0.5f, colour, 0, stroke);
        case Fit::outside: {
            const float arm = size * 0.8f;
            list.AddLine({middle.x - arm, middle.y - arm}, {middle.x + arm, middle.y + arm}, colour, stroke);
            list.AddLine({middle.x - arm, middle.y + arm}, {middle.x + arm, middle.y - arm}, colour, stroke);
            return;
        }
        case Fit::unknown:
            return list.AddLine({middle.x - size, middle.y}, {middle.x + size, middle.y}, colour, stroke);
    }
}

void buildChoice(const WidgetContext& context, const ScoreInput& input, std::string& chosen) {
    const auto now = std::ranges::find(input.choices, chosen, &ScoreChoice::name);
    const std::string shown = now != input.choices.end() ? now->title : chosen;
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - resetColumn(context));
    if (ImGui::BeginCombo("##targets", shown.c_str(), ImGuiComboFlags_HeightLarge)) {
        for (const ScoreChoice& choice : input.choices) {
            ImGui::PushID(choice.name.c_str());
            if (ImGui::Selectable(choice.title.c_str(), choice.name == chosen)) {
                chosen = choice.name;
            }
            ImGui::PopID();
            context.note("score.targets." + choice.name);
        }
        if (context.takeEscape()) {
            ImGui::CloseCurrentPopup();
        }
        ImGui::EndCombo();
    } else {
        context.note("score.targets");
        tooltip(context,
                "The figures to compare the flock with: built-in ones, or files of yours in the folder "
                "targets beside your presets: figures (.toml) or tracks of animals (.csv)");
    }
}

/// Returns how a range and a verdict are written: "0.93 to 0.99 · within".
std::string rangeText(const ScoreRow& row) {
    return row.fit == Fit::unknown ? row.range : fmt::format("{} · {}", row.range, nameOf(row.fit));
}

void buildRow(const WidgetContext& context, const ScoreRow& row, std::size_t index) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const SmallText text(context, list);
    const ImVec2 min = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const float line = ImGui::GetTextLineHeight();
    const float second = min.y + line + context.px(kLineGap);
    const float left = min.x + context.px(kMarkColumn);
    const float right = min.x + width;
    ImGui::Dummy({width, line + context.px(kLineGap + kRowGap) + text.height()});
    drawMark(context, {min.x + context.px(kMarkColumn * 0.5f), min.y + line * 0.5f}, row.fit);
    const std::string title = cutToFit(row.title, right - left);
    list.AddText({left, min.y}, theme::packed(theme::colours().text), title.c_str());
    const std::string range = rangeText(row);
    const float rangeStart = right - text.width(range);
    text.draw({left, second}, theme::colours().text, row.value);
    text.draw({rangeStart, second}, theme::colours().quietText, range);
    const bool isCutOff = title != row.title || left + text.width(row.value) > rangeStart;
    context.note(fmt::format("score.row.{}", index), isCutOff);
    tooltip(context, title == row.title ? row.hint : row.title + "\n" + row.hint);
}

}  // namespace

void buildScoreCard(const WidgetContext& context, const ScoreInput& input, std::string& chosen) {
    ImGui::PushID("score");
    buildChoice(context, input, chosen);
    if (!input.summary.empty()) {
        ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x -
                               resetColumn(context));
        ImGui::TextDisabled("%s", input.summary.c_str());
        ImGui::PopTextWrapPos();
        context.note("score.summary");
        tooltip(context,
                "The disc stands for a figure within its range, the ring for one just outside, the cross for "
                "one farther out. shoal check compares a whole run, over seeds, "
                "and with a random cloud; here the last seconds of play are averaged.");
    }
    for (std::size_t index = 0; index < input.rows.size(); ++index) {
        buildRow(context, input.rows[index], index);
    }
    ImGui::PopID();
}

}  // namespace shoal
