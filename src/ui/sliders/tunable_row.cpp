#include "ui/sliders/tunable_row.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "ui/widgets/keyboard.hpp"
#include "ui/widgets/theme.hpp"
#include "ui/widgets/value_text.hpp"

namespace shoal {

namespace {

constexpr float kIdleAlpha = 0.55f;
constexpr float kRaisingWidth = 26.0f;  // [px] of the button beyond a slider's end, with its gap

struct RowPlace {
    ImVec2 min;
    ImVec2 max;
    float width() const { return max.x - min.x; }
};

/// Returns the format in which ImGui shows a value being typed, and reads it back.
std::string typedFormat(const Parameter& parameter, double shown) {
    const bool isFromZero = parameter.declared.isLogarithmic && parameter.declared.min == 0.0;
    return fmt::format("%.{}f", parameter.form == Form::integer ? 0
                                : isFromZero                    ? 2
                                                                : decimalsFor(parameter, shown));
}

/// Distance of ImGui's grab from the ends of the frame [px]: it keeps the grab, GrabMinSize wide, 2 px
/// inside.
float grabInset() {
    return 2.0f + ImGui::GetStyle().GrabMinSize * 0.5f;
}

/// Returns where in the row ImGui places its grab [px].
float grabAt(const RowPlace& place, const SliderTravel& travel, double shown) {
    const float inset = grabInset();
    return place.min.x + inset + static_cast<float>(travel.partOf(shown)) * (place.width() - 2.0f * inset);
}

/// Makes ImGui's slider invisible: the row draws frame, fill and text itself.
class BareSlider {
public:
    explicit BareSlider(bool isTyping) : m_count(isTyping ? 0 : 6) {
        if (!isTyping) {
            ImGui::PushStyleColor(ImGuiCol_FrameBg, ImVec4(0, 0, 0, 0));
            ImGui::PushStyleColor(ImGuiCol_FrameBgHovered, ImVec4(0, 0, 0, 0));
            ImGui::PushStyleColor(ImGuiCol_FrameBgActive, ImVec4(0, 0, 0, 0));
            ImGui::PushStyleColor(ImGuiCol_SliderGrab, ImVec4(0, 0, 0, 0));
            ImGui::PushStyleColor(ImGuiCol_SliderGrabActive, ImVec4(0, 0, 0, 0));
            ImGui::PushStyleColor(ImGuiCol_Text, ImVec4(0, 0, 0, 0));
        }
    }
    ~BareSlider() { ImGui::PopStyleColor(m_count); }
    BareSlider(const BareSlider&) = delete;
    BareSlider& operator=(const BareSlider&) = delete;

private:
    int m_count;
};

void drawFrame(const WidgetContext& context, const RowPlace& place, bool isHovered) {
    ImGui::GetWindowDrawList()->AddRectFilled(
        place.min, place.max,
        theme::packed(isHovered ? theme::colours().frameHovered : theme::colours().frame),
        context.px(theme::kCorner));
    if (theme::colours().border > 0.0f) {
        ImGui::GetWindowDrawList()->AddRect(place.min, place.max, ImGui::GetColorU32(ImGuiCol_Border),
                                            context.px(theme::kCorner));
    }
}

/// Fills the frame up to the value, with an edge to drag.
void drawFill(const WidgetContext& context, const RowPlace& place, const TunableRow& row,
              const SliderTravel& travel, bool isHovered) {
    const float x = grabAt(place, travel, row.shown);
    const float alpha = ImGui::GetStyle().Alpha;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(place.min, {x, place.max.y}, true);
    list.AddRectFilled(place.min, place.max,
                       theme::packed(theme::withAlpha(theme::colours().accent, theme::kFill * alpha)),
                       context.px(theme::kCorner));
    list.PopClipRect();
    // Where the edge would cross text, it stays in the space below the letters.
    const float half = context.px(1.5f);
    const bool isUnderWords =
        meetsLabelOrValue(context, place.min, place.max, labelOf(row.parameter.declared.key),
                          valueText(row.parameter, row.shown), x - half, x + half);
    const float tall = isUnderWords ? ImGui::GetStyle().FramePadding.y : context.px(isHovered ? 10.0f : 7.0f);
    list.AddRectFilled({x - half, place.max.y - tall}, {x + half, place.max.y},
                       theme::packed(theme::withAlpha(theme::colours().accent, alpha)), half);
}

/// Shades the end of the slider whose values have no further effect.
void drawIdlePart(const WidgetContext& context, const RowPlace& place, const SliderTravel& travel) {
    if (!(travel.idleFrom < travel.max) || !ImGui::IsRectVisible(place.min, place.max)) {
        return;
    }
    const float from = grabAt(place, travel, travel.idleFrom);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float alpha = ImGui::GetStyle().Alpha;
    const ImU32 stripe = theme::packed(theme::withAlpha(theme::colours().quietText, 0.22f * alpha));
    const float tall = place.max.y - place.min.y;
    list.PushClipRect({from, place.min.y}, place.max, true);
    for (float x = from - tall; x < place.max.x; x += context.px(6.0f)) {
        list.AddLine({x, place.max.y}, {x + tall, place.min.y}, stripe, context.px(1.0f));
    }
    list.PopClipRect();
}

/// Returns the value set with the frame's slider. A slider at its end keeps the exact end, not a rounded one.
double draggedValue(const TunableRow& row, const SliderTravel& travel, double value) {
    const double rounded = value < travel.max ? roundedForDrag(row.parameter, value) : travel.max;
    return std::clamp(rounded, travel.min, travel.max);
}

TunableChange sliderRow(const WidgetContext& context, const TunableRow& row, const RowPlace& place) {
    const SliderTravel travel = row.travel.value_or(declaredTravel(row.parameter));
    const bool isHovered = ImGui::IsMouseHoveringRect(place.min, place.max) && ImGui::IsWindowHovered();
    drawFrame(context, place, isHovered);
    drawIdlePart(context, place, travel);
    drawFill(context, place, row, travel, isHovered);

    // While a value is being typed, ImGui's field replaces the row and accepts the whole declared range.
    const StoredFlag typing("typing", false);
    bool isTyping = typing.get();
    double value = row.shown;
    const double min = isTyping ? row.parameter.declared.min : travel.min;
    const double max = isTyping ? row.parameter.declared.max : travel.max;
    const std::string format = typedFormat(row.parameter, row.shown);
    ImGuiSliderFlags flags = ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_NoRoundToFormat;
    if (travel.isLogarithmic) {
        flags |= ImGuiSliderFlags_Logarithmic;
    }
    TunableChange change;
    ImGui::SetNextItemWidth(place.width());
    bool isMoved = false;
    {
        const BareSlider bare(isTyping);
        isMoved =
            ImGui::SliderScalar("##value", ImGuiDataType_Double, &value, &min, &max, format.c_str(), flags);
    }
    markNumber(row.parameter.form == Form::integer);
    isTyping = ImGui::IsItemActive() && ImGui::GetIO().WantTextInput;
    typing.set(isTyping);
    if (isMoved && std::isfinite(value)) {
        change.shown = isTyping ? std::clamp(value, min, max) : draggedValue(row, travel, value);
    }
    change.isHeld = ImGui::IsItemActive() && !isTyping;
    bool isWhole = true;
    if (!isTyping) {
        isWhole = drawLabelAndValue(context, place.min, place.max, labelOf(row.parameter.declared.key),
                                    valueText(row.parameter, row.shown));
    }
    context.note(row.key, !isWhole);
    return change;
}

TunableChange toggleRow(const WidgetContext& context, const TunableRow& row, const RowPlace& place) {
    bool isOn = row.shown != 0.0;
    const bool isWhole =
        drawLabelAndValue(context, place.min, place.max, labelOf(row.parameter.declared.key), "");
    ImGui::SetCursorScreenPos({place.max.x - context.px(28.0f), place.min.y});
    TunableChange change;
    if (toggleSwitch(context, "##value", isOn)) {
        change.shown = isOn ? 1.0 : 0.0;
    }
    context.note(row.key, !isWhole);
    return change;
}

TunableChange choiceRow(const WidgetContext& context, const TunableRow& row, const RowPlace& place) {
    TunableChange change;
    ImGui::SetNextItemWidth(place.width());
    const auto& choices = row.parameter.declared.choices;
    const auto chosen = static_cast<std::size_t>(std::max(0.0, row.shown));
    const bool isOpen = ImGui::BeginCombo("##value", "", ImGuiComboFlags_NoArrowButton);
    if (isOpen) {
        for (std::size_t index = 0; index < choices.size(); ++index) {
            if (ImGui::Selectable(labelOf(choices[index]).c_str(), index == chosen)) {
                change.shown = static_cast<double>(index);
            }
            context.note(fmt::format("{}.{}", row.key, choices[index]));
        }
        ImGui::EndCombo();
    }
    const float arrow = context.px(16.0f);
    const bool isWhole = drawLabelAndValue(
        context, place.min, {place.max.x - arrow, place.max.y}, labelOf(row.parameter.declared.key),
        chosen < choices.size() ? labelOf(choices[chosen]) : std::string("?"));
    drawFoldArrow(context, {place.max.x - context.px(12.0f), (place.min.y + place.max.y) * 0.5f}, true);
    if (!isOpen) {
        context.note(row.key, !isWhole);
    }
    return change;
}

/// Builds the button beyond a slider's end that extends the slider: bright while the value is at the end.
/// True when clicked.
bool raisingButton(const WidgetContext& context, const TunableRow& row) {
    const float gap = context.px(theme::kGrid);
    ImGui::SameLine(0.0f, gap);
    const ImVec2 size(context.px(kRaisingWidth) - gap, ImGui::GetFrameHeight());
    const bool isClicked = bareButton("raise", size);
    context.note(row.key + ".raise");
    const ImVec2 min = ImGui::GetItemRectMin();
    const ImVec2 max = ImGui::GetItemRectMax();
    const bool isHovered = ImGui::IsItemHovered();
    const bool isAtEnd = row.travel && row.shown >= row.travel->max;
    drawFrame(context, {min, max}, isHovered);
    const theme::Colour colour = isHovered ? theme::colours().text
                                 : isAtEnd ? theme::colours().accent
                                           : theme::colours().quietText;
    const ImU32 packed = theme::packed(theme::withAlpha(colour, ImGui::GetStyle().Alpha));
    const ImVec2 middle{std::floor((min.x + max.x) * 0.5f), std::floor((min.y + max.y) * 0.5f)};
    const float arm = context.px(4.0f);
    const float half = context.px(0.75f);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled({middle.x - arm, middle.y - half}, {middle.x + arm, middle.y + half}, packed);
    list.AddRectFilled({middle.x - half, middle.y - arm}, {middle.x + half, middle.y + arm}, packed);
    tooltip(context, row.raising);
    return isClicked;
}

std::string tooltipText(const TunableRow& row) {
    if (!row.refusal.empty()) {
        return row.refusal;
    }
    const Declaration& declared = row.parameter.declared;
    std::string text(declared.help);
    if (row.parameter.form == Form::number || row.parameter.form == Form::integer) {
        text += fmt::format("{}From {}.", text.empty() ? "" : "\n", row.parameter.range());
    }
    if (!row.effect.empty()) {
        text += (text.empty() ? "" : "\n") + row.effect;
    }
    if (!row.source.empty()) {
        text += (text.empty() ? "" : "\n\n") + std::string(row.source);
    }
    return text;
}

/// Builds the letter of a mark in the column of the reset marks. True when clicked.
bool markLetter(const WidgetContext& context, SourceMark::Kind kind) {
    const ImVec2 size(resetColumn(context), ImGui::GetFrameHeight());
    const bool isClicked = bareButton("mark", size);
    const ImVec2 min = ImGui::GetItemRectMin();
    const std::string_view letter = letterOf(kind);
    const ImVec2 text = ImGui::CalcTextSize(letter.data(), letter.data() + letter.size());
    const theme::Colour colour = ImGui::IsItemHovered() ? theme::colours().text : colourOf(kind);
    ImGui::GetWindowDrawList()->AddText(
        {std::floor(min.x + size.x * 0.6f - text.x * 0.5f), std::floor(min.y + (size.y - text.y) * 0.5f)},
        theme::packed(theme::withAlpha(colour, colour.alpha * ImGui::GetStyle().Alpha)), letter.data(),
        letter.data() + letter.size());
    return isClicked;
}

void wrappedText(const std::string& text, const theme::Colour& colour) {
    ImGui::PushStyleColor(ImGuiCol_Text, colour);
    ImGui::TextUnformatted(text.c_str());
    ImGui::PopStyleColor();
}

/// Builds the unfolded text of a mark below its row.
void buildMarkText(const WidgetContext& context, const TunableRow& row) {
    const float indent = context.px(2 * theme::kGrid);
    ImGui::Indent(indent);
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x - resetColumn(context));
    ImGui::BeginGroup();
    const std::string kind(SourceMark::kinds[static_cast<std::size_t>(row.mark->kind)]);
    wrappedText(fmt::format("{}: {}", labelOf(kind), row.mark->text), theme::colours().text);
    if (const std::string units = inSourceUnit(row.parameter, row.resetShown, *row.mark); !units.empty()) {
        wrappedText(units, theme::colours().quietText);
    }
    if (row.isChanged) {
        const std::string units = inSourceUnit(row.parameter, row.shown, *row.mark);
        wrappedText(units.empty() ? "This is about the preset's value, which you changed." : "Now " + units,
                    theme::colours().quietText);
    }
    ImGui::EndGroup();
    context.note(row.key + ".mark.text");
    ImGui::PopTextWrapPos();
    ImGui::Unindent(indent);
}

/// Builds a row's reset mark, or the letter of its source mark.
void buildRowMarks(const WidgetContext& context, const TunableRow& row, TunableChange& change) {
    const StoredFlag isUnfolded("mark unfolded", false);
    if (row.mark != nullptr && !row.isChanged) {
        if (markLetter(context, row.mark->kind)) {
            isUnfolded.set(!isUnfolded.get());
        }
        context.note(row.key + ".mark");
    } else if (resetMark(
                   context, "reset", row.isChanged,
                   fmt::format("Back to {}, {}", valueText(row.parameter, row.resetShown), row.origin))) {
        change.shown = row.resetShown;
    }
    if (row.isChanged) {
        context.note(row.key + ".reset");
    }
    if (row.mark != nullptr && isUnfolded.get()) {
        buildMarkText(context, row);
    }
}

}  // namespace

std::string_view letterOf(SourceMark::Kind kind) {
    constexpr std::array<std::string_view, 3> kLetters{"G", "D", "C"};
    return kLetters[static_cast<std::size_t>(kind)];
}

theme::Colour colourOf(SourceMark::Kind kind) {
    const std::array kColours{theme::colours().accent, theme::colours().quietText, theme::colours().warning};
    return kColours[static_cast<std::size_t>(kind)];
}

TunableChange tunableRow(const WidgetContext& context, const TunableRow& row) {
    ImGui::PushID(row.key.c_str());
    const ImVec2 min = ImGui::GetCursorScreenPos();
    const float raising = row.raising.empty() ? 0.0f : context.px(kRaisingWidth);
    const float width = ImGui::GetContentRegionAvail().x - resetColumn(context) - raising;
    const RowPlace place{min, {min.x + width, min.y + ImGui::GetFrameHeight()}};
    TunableChange change;
    ImGui::BeginDisabled(!row.refusal.empty());
    // Dimmed, but not disabled: it can be set before it takes effect.
    const float alpha = ImGui::GetStyle().Alpha;
    ImGui::PushStyleVar(ImGuiStyleVar_Alpha, row.isIdle ? alpha * kIdleAlpha : alpha);
    switch (row.parameter.form) {
        case Form::toggle:
            change = toggleRow(context, row, place);
            break;
        case Form::choice:
            change = choiceRow(context, row, place);
            break;
        case Form::number:
        case Form::integer:
            change = sliderRow(context, row, place);
            break;
    }
    ImGui::PopStyleVar();
    ImGui::EndDisabled();
    tooltip(context, tooltipText(row));
    change.raises = !row.raising.empty() && raisingButton(context, row);
    ImGui::SameLine(0.0f, 0.0f);
    buildRowMarks(context, row, change);
    ImGui::PopID();
    return change;
}

}  // namespace shoal
