#include "viewer/tunables/tunable_row.hpp"

#include <algorithm>
#include <array>
#include <cfloat>
#include <cmath>

#include <fmt/format.h>

#include "ui/control/slider_control.hpp"
#include "ui/control/typed_number.hpp"
#include "ui/control/value_field.hpp"
#include "ui/text/value_text.hpp"
#include "ui/widgets/icons.hpp"
#include "ui/widgets/keyboard.hpp"
#include "ui/widgets/theme.hpp"

namespace shoal {

namespace {

constexpr float kIdleAlpha = 0.55f;
constexpr float kUnitSize = 12.0f;  // [px] at scale 1

struct RowPlace {
    ImVec2 min;
    ImVec2 max;
    float width() const { return max.x - min.x; }
};

/// Returns the knob's centre [px].
float knobAt(const WidgetContext& context, const RowPlace& place, const SliderTravel& travel, double shown) {
    return knobAt(context, place.min.x, place.max.x, travel.partOf(shown));
}

/// Returns the colour at that opacity, dimmed with the row.
ImU32 dimmed(const theme::Colour& colour, float alpha) {
    return theme::packed(theme::withAlpha(colour, alpha * ImGui::GetStyle().Alpha));
}

/// Draws the line on which the knobs run: up to the knob or between two, from the preset's value to a changed
/// one, and the part whose values have no further effect.
void drawTrack(const WidgetContext& context, const RowPlace& place, const TunableRow& row,
               const SliderTravel& travel, const SliderUse& use) {
    const theme::Palette& palette = theme::colours();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float y = place.min.y + context.px(25.0f);
    const float half = context.px(1.5f);
    const auto bar = [&](float from, float to, ImU32 colour) {
        list.AddRectFilled({std::min(from, to), y - half}, {std::max(from, to), y + half}, colour, half);
    };
    const auto at = [&](double shown) { return knobAt(context, place, travel, shown); };
    bar(place.min.x, place.max.x, dimmed(palette.text, palette.track));
    bar(row.upper ? at(row.upper->shown) : place.min.x,
        at(row.upper       ? row.shown
           : row.other     ? std::min(row.shown, *row.other)
           : row.isChanged ? std::min(row.shown, row.resetShown)
                           : row.shown),
        dimmed(palette.text, palette.filled));
    if (travel.idleFrom < travel.max) {
        const float from = at(travel.idleFrom);
        const float tall = context.px(8.0f);
        list.PushClipRect({from, y - 0.5f * tall}, {place.max.x, y + 0.5f * tall}, true);
        for (float x = from - tall; x < place.max.x; x += context.px(5.0f)) {
            list.AddLine({x, y + 0.5f * tall}, {x + tall, y - 0.5f * tall}, dimmed(palette.quietText, 0.55f),
                         context.px(1.0f));
        }
        list.PopClipRect();
    }
    // From the preset's value, or from A's, which is a ring.
    const auto drawChange = [&](double shown, double preset, const std::optional<double>& other) {
        if (other) {
            bar(at(shown), at(*other), dimmed(palette.accent, 1.0f));
            list.AddCircle({at(*other), y}, context.px(4.0f), dimmed(palette.other, 1.0f), 24,
                           context.px(2.0f));
            return;
        }
        const float wide = context.px(0.75f);
        const float tall = context.px(5.0f);
        bar(at(shown), at(preset), dimmed(palette.accent, 1.0f));
        list.AddRectFilled({at(preset) - wide, y - tall}, {at(preset) + wide, y + tall},
                           dimmed(palette.text, 0.75f));
    };
    const auto drawKnob = [&](double shown, bool isChanged, SliderState state) {
        const theme::Colour& colour = isChanged || state != SliderState::rest ? palette.accent : palette.text;
        if (state == SliderState::held) {
            list.AddCircleFilled({at(shown), y}, context.px(12.0f), dimmed(palette.accent, 0.22f), 32);
        }
        constexpr std::array kRadii{5.0f, 6.0f, 7.0f};
        list.AddCircleFilled({at(shown), y}, context.px(kRadii[static_cast<std::size_t>(state)]),
                             dimmed(colour, 1.0f), 32);
    };
    if (row.isChanged || row.other) {
        drawChange(row.shown, row.resetShown, row.other);
    }
    if (row.upper && (row.upper->isChanged || row.upper->other)) {
        drawChange(row.upper->shown, row.upper->resetShown, row.upper->other);
    }
    drawKnob(row.shown, row.isChanged, use.isUpper ? SliderState::rest : use.state);
    if (row.upper) {
        drawKnob(row.upper->shown, row.upper->isChanged, use.isUpper ? use.state : SliderState::rest);
    }
}

/// A text of a row, drawn from right to left.
class ValueWriter {
public:
    ValueWriter(const WidgetContext& context, const RowPlace& place, bool isDrawn)
        : m_y(place.min.y + context.px(1.0f)), m_x(place.max.x), m_isDrawn(isDrawn) {}

    void put(const std::string& text, float height, const theme::Colour& colour) {
        m_x = std::floor(m_x - ImGui::GetFont()->CalcTextSizeA(height, FLT_MAX, 0.0f, text.c_str()).x);
        if (m_isDrawn) {
            // On one baseline.
            ImGui::GetWindowDrawList()->AddText(
                ImGui::GetFont(), height, {m_x, std::floor(m_y + 0.8f * (ImGui::GetFontSize() - height))},
                dimmed(colour, 1.0f), text.c_str());
        }
    }
    void skip(float width) { m_x -= width; }
    float left() const { return m_x; }

private:
    float m_y;
    float m_x;
    bool m_isDrawn;
};

std::string rowLabel(const TunableRow& row) {
    const Declaration& declared = row.parameter.declared;
    return !row.label.empty() ? row.label : labelOf(row.upper ? declared.upperLimit.name : declared.key);
}

/// Whether a word of the row stands for this value.
bool isWord(const TunableRow& row, double shown) {
    return !row.upper && shown == 0.0 && !row.atZero.empty();
}

/// Returns a value, or the two of a range, without a unit that stands apart; or the row's word for 0.
std::string numberText(const TunableRow& row, double shown, double upper) {
    if (isWord(row, shown)) {
        return std::string(row.atZero);
    }
    const std::string unit = unitSuffix(row.parameter.declared.unit);
    const auto numberOf = [&](const Parameter& parameter, double value) {
        std::string number = valueText(parameter, value);
        if (unit.starts_with(' ') && number.ends_with(unit)) {
            number.resize(number.size() - unit.size());
        }
        return number;
    };
    const std::string first = numberOf(row.parameter, shown);
    return row.upper ? first + " to " + numberOf(row.upper->parameter, upper) : first;
}

std::string numberText(const TunableRow& row) {
    return numberText(row, row.shown, row.upper ? row.upper->shown : 0.0);
}

/// Draws a value at the right of a row, its unit smaller and quieter, behind the value from which it is being
/// dragged, unless that is empty. Returns its left edge [px].
float putValue(const WidgetContext& context, const RowPlace& place, const TunableRow& row,
               const std::string& before, bool isDrawn) {
    const theme::Palette& palette = theme::colours();
    ValueWriter writer(context, place, isDrawn);
    const std::string unit = unitSuffix(row.parameter.declared.unit);
    if (unit.starts_with(' ') && !isWord(row, row.shown)) {
        writer.put(unit.substr(1), context.px(kUnitSize), palette.quietText);
        writer.skip(context.px(4.0f));
    }
    const std::string now = numberText(row);
    writer.put(now, ImGui::GetFontSize(), palette.text);
    const std::string from = before + " → ";
    const bool fits =
        !row.upper || writer.left() - ImGui::CalcTextSize((rowLabel(row) + from).c_str()).x > place.min.x;
    if (!before.empty() && before != now && fits) {
        writer.put(from, ImGui::GetFontSize(), palette.quietText);
    }
    return writer.left();
}

/// Draws the label at the left of a row, cut before `end` [px]. Returns its right edge; `end` if it is cut.
float drawLabel(const WidgetContext& context, const RowPlace& place, const std::string& label, float end) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float width = ImGui::CalcTextSize(label.c_str()).x;
    list.PushClipRect(place.min, {end, place.max.y}, true);
    list.AddText({place.min.x, place.min.y + context.px(1.0f)}, dimmed(theme::colours().text, 1.0f),
                 label.c_str());
    list.PopClipRect();
    return std::min(end, place.min.x + width);
}

std::string noteOf(const TunableRow& row) {
    return (row.isHero ? "hero." : "") + row.key;
}

/// Names the row in tests, by the keys of both ends of a range.
void noteRow(const WidgetContext& context, const TunableRow& row, std::string_view suffix = {},
             bool isCutOff = false) {
    const std::string hero = row.isHero ? "hero." : "";
    const std::string upper = row.upper ? fmt::format("{}{}{}", hero, row.upper->key, suffix) : std::string();
    context.note(fmt::format("{}{}{}", hero, row.key, suffix), isCutOff, upper);
}

bool isAnyChanged(const TunableRow& row) {
    return row.isChanged || (row.upper && row.upper->isChanged);
}

/// Names the preset's value, or the range.
std::string resetText(const TunableRow& row) {
    if (isWord(row, row.resetShown)) {
        return std::string(row.atZero);
    }
    return row.upper ? numberText(row, row.resetShown, row.upper->resetShown) +
                           unitSuffix(row.parameter.declared.unit)
                     : valueText(row.parameter, row.resetShown);
}

/// The value with its unit, without rounding.
std::string exactText(const TunableRow& row) {
    const std::string value = row.parameter.text(row.parameter.stored(row.shown));
    const std::string unit = unitSuffix(row.parameter.declared.unit);
    return row.upper
               ? fmt::format("{} to {}{}", value,
                             row.upper->parameter.text(row.upper->parameter.stored(row.upper->shown)), unit)
               : value + unit;
}

/// The row under the mouse.
struct Pointed {
    int frame = -2;
    std::string value;
};
Pointed g_pointed;

void resetRow(const TunableRow& row, TunableChange& change) {
    change.shown = row.resetShown;
    if (row.upper) {
        change.upper = row.upper->resetShown;
    }
}

void drawSlider(const WidgetContext& context, const RowPlace& place, const TunableRow& row,
                const SliderTravel& travel, const SliderUse& use) {
    if (use.state != SliderState::rest) {
        const float beside = context.px(row.isWide ? 8.0f : 4.0f);
        ImGui::GetWindowDrawList()->AddRectFilled(
            {place.min.x - beside, place.min.y}, {place.max.x + beside, place.max.y},
            dimmed(theme::colours().text, 0.07f), context.px(theme::kCorner));
    }
    drawTrack(context, place, row, travel, use);
}

/// Reads typed numbers, and tells the user what cannot be read or lies out of range.
class TypedReader {
public:
    TypedReader(ImGuiID id, const TypedValue& typed) : m_id(id), m_typed(typed) {}

    std::optional<double> read(const Parameter& parameter, std::string_view text, double preset) const {
        const auto value = typedNumber(parameter, text, preset);
        if (!value) {
            sayBeside(m_id, value.problem().text);
            if (m_typed.canGoOn) {
                refuseTyped(m_id, m_typed);
            }
            return std::nullopt;
        }
        const Declaration& declared = parameter.declared;
        const double kept = std::clamp(*value, declared.min, declared.max);
        if (*value < declared.min || *value > declared.max) {
            sayBeside(m_id, fmt::format("Set to {}: it must be {}", valueText(parameter, kept),
                                        parameter.expected()));
        }
        return kept;
    }

private:
    ImGuiID m_id;
    const TypedValue& m_typed;
};

/// Reads "1 to 2.4", or one number for the knob of a range that was used last.
void readRange(const TypedReader& reader, const TunableRow& row, std::string_view text,
               TunableChange& change) {
    const double lower = row.resetShown;
    const double upper = row.upper->resetShown;
    constexpr std::string_view kTo = "to";
    if (const std::size_t to = text.find(kTo); to != std::string_view::npos) {
        const auto first = reader.read(row.parameter, text.substr(0, to), lower);
        const auto second =
            first ? reader.read(row.upper->parameter, text.substr(to + kTo.size()), upper) : std::nullopt;
        if (second) {
            change.shown = std::min(*first, *second);
            change.upper = std::max(*first, *second);
        }
    } else if (upperKnobFlag().get()) {
        if ((change.upper = reader.read(row.upper->parameter, text, upper))) {
            change.shown = std::min(row.shown, *change.upper);
        }
    } else if ((change.shown = reader.read(row.parameter, text, lower))) {
        change.upper = std::max(row.upper->shown, *change.shown);
    }
}

/// Returns the change typed; empty if it cannot be read, which the user is told, or changes nothing.
TunableChange readTyped(const TunableRow& row, ImGuiID id, const TypedValue& typed) {
    const TypedReader reader(id, typed);
    TunableChange change;
    if (row.upper) {
        readRange(reader, row, typed.text, change);
    } else {
        change.shown = reader.read(row.parameter, typed.text, row.resetShown);
    }
    // A field that is opened and left is no edit.
    const auto dropSame = [](const Parameter& parameter, double now, std::optional<double>& shown) {
        if (shown && parameter.stored(*shown) == parameter.stored(now)) {
            shown.reset();
        }
    };
    dropSame(row.parameter, row.shown, change.shown);
    if (row.upper) {
        dropSame(row.upper->parameter, row.upper->shown, change.upper);
    }
    return change;
}

/// Builds a slider while its value is being typed.
TunableChange typedSlider(const WidgetContext& context, const TunableRow& row, const RowPlace& place,
                          const SliderTravel& travel, ImGuiID id) {
    drawTrack(context, place, row, travel, {});
    drawLabel(context, place, rowLabel(row), place.max.x);
    TunableChange change;
    if (const auto typed = buildValueField(context, place.min, place.max)) {
        change = readTyped(row, id, *typed);
    }
    // The field is smaller than the row, whose place it keeps.
    ImGui::SetCursorScreenPos(place.min);
    ImGui::Dummy({place.width(), place.max.y - place.min.y});
    noteRow(context, row);
    return change;
}

/// Returns the text that typing begins with.
std::string textToType(const TunableRow& row) {
    const auto text = [](const Parameter& parameter, double shown) {
        return parameter.text(parameter.stored(shown));
    };
    const std::string first = text(row.parameter, row.shown);
    return row.upper ? first + " to " + text(row.upper->parameter, row.upper->shown) : first;
}

TunableChange sliderRow(const WidgetContext& context, const TunableRow& row, const RowPlace& place) {
    SliderTravel travel = row.travel.value_or(declaredTravel(row.parameter));
    const ImGuiID id = ImGui::GetID("##value");
    const std::string text = textToType(row);
    if (row.refusal.empty() && isTyped(id, text)) {
        return typedSlider(context, row, place, travel, id);
    }
    const auto upper =
        row.upper ? std::optional(UpperKnob{row.upper->parameter, row.upper->shown, row.upper->resetShown})
                  : std::nullopt;
    const SliderUse use = useSlider(context, {.parameter = row.parameter,
                                              .travel = travel,
                                              .shown = row.shown,
                                              .resetShown = row.resetShown,
                                              .goesBeyond = row.goesBeyond,
                                              .min = place.min,
                                              .max = place.max,
                                              .valueLeft = putValue(context, place, row, {}, false),
                                              .upper = upper});
    const bool isHeld = use.state == SliderState::held;
    if (use.isTyped || row.beginsTyping) {
        beginTyping(id, text);
    }
    if (isHeld) {
        travel = use.travel;
        ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    }
    drawSlider(context, place, row, travel, use);
    const float left = putValue(context, place, row,
                                isHeld ? numberText(row, use.before, use.upperBefore) : std::string(), true);
    const float end = left - context.px(theme::kGrid);
    const bool isWhole = drawLabel(context, place, rowLabel(row), end) < end;
    noteRow(context, row, {}, !isWhole);
    return {.shown = use.shown, .upper = use.upper, .isHeld = isHeld, .joinsLast = use.joinsLast};
}

TunableChange toggleRow(const WidgetContext& context, const TunableRow& row, const RowPlace& place) {
    bool isOn = row.shown != 0.0;
    // As far left as a slider's name.
    const ImVec2 left{place.min.x - ImGui::GetStyle().FramePadding.x, place.min.y};
    const bool isWhole = drawLabelAndValue(context, left, place.max, rowLabel(row), "");
    ImGui::SetCursorScreenPos({place.max.x - context.px(28.0f), place.min.y});
    TunableChange change;
    if (toggleSwitch(context, "##value", isOn)) {
        change.shown = isOn ? 1.0 : 0.0;
    }
    context.note(noteOf(row), !isWhole);
    return change;
}

TunableChange choiceRow(const WidgetContext& context, const TunableRow& row, const RowPlace& place) {
    TunableChange change;
    ImGui::SetNextItemWidth(place.width());
    const auto& choices = row.parameter.declared.choices;
    const auto chosen = static_cast<std::size_t>(std::max(0.0, row.shown));
    const bool isOpen =
        ImGui::BeginCombo("##value", "", ImGuiComboFlags_NoArrowButton | ImGuiComboFlags_HeightLarge);
    if (isOpen) {
        for (std::size_t index = 0; index < choices.size(); ++index) {
            if (ImGui::Selectable(labelOf(choices[index]).c_str(), index == chosen)) {
                change.shown = static_cast<double>(index);
            }
            context.note(fmt::format("{}.{}", noteOf(row), choices[index]));
        }
        ImGui::EndCombo();
    }
    const float arrow = context.px(16.0f);
    const bool isWhole =
        drawLabelAndValue(context, place.min, {place.max.x - arrow, place.max.y}, rowLabel(row),
                          chosen < choices.size() ? labelOf(choices[chosen]) : std::string("?"));
    drawFoldArrow(context, {place.max.x - context.px(12.0f), (place.min.y + place.max.y) * 0.5f}, true);
    if (!isOpen) {
        context.note(noteOf(row), !isWhole);
    }
    return change;
}

std::string tooltipText(const TunableRow& row) {
    if (!row.refusal.empty()) {
        return row.refusal;
    }
    const Declaration& declared = row.parameter.declared;
    std::string text(declared.help);
    if (row.upper) {
        text += " " + std::string(row.upper->parameter.declared.help);
    }
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

/// Builds a row's reset mark.
void buildReset(const WidgetContext& context, const TunableRow& row, TunableChange& change) {
    if (resetMark(context, "reset", isAnyChanged(row),
                  fmt::format("Back to {}, {}", resetText(row), row.origin))) {
        resetRow(row, change);
    }
    if (isAnyChanged(row)) {
        noteRow(context, row, ".reset");
    }
}

/// Builds the reset mark of a wide row, behind its label.
void buildResetAtLabel(const WidgetContext& context, const TunableRow& row, const RowPlace& place,
                       TunableChange& change) {
    if (!isAnyChanged(row)) {
        return;
    }
    const ImVec2 after = ImGui::GetCursorScreenPos();
    const float label = ImGui::CalcTextSize(rowLabel(row).c_str()).x;
    ImGui::SetCursorScreenPos({place.min.x + label + context.px(3.0f), place.min.y});
    ImGui::SetItemAllowOverlap();
    if (bareButton("reset", {context.px(22.0f), context.px(16.0f)})) {
        resetRow(row, change);
    }
    noteRow(context, row, ".reset");
    const ImVec2 min = ImGui::GetItemRectMin();
    const theme::Palette& palette = theme::colours();
    drawIcon(*ImGui::GetWindowDrawList(), Icon::reset, {min.x + context.px(4.0f), min.y + context.px(3.0f)},
             context.px(13.0f), theme::packed(ImGui::IsItemHovered() ? palette.text : palette.quietText));
    tooltip(context, fmt::format("Back to {}, {}", resetText(row), row.origin));
    ImGui::SetCursorScreenPos(after);
}

}  // namespace

TunableRow settingRow(const char* section, const Tunables& now, const Tunables& usual, std::size_t index) {
    const Parameter& parameter = now.parameters[index];
    return {.parameter = parameter,
            .key = fmt::format("{}.{}", section, parameter.declared.key),
            .shown = parameter.shown(now.get(index)),
            .isChanged = now.get(index) != usual.get(index),
            .resetShown = parameter.shown(usual.get(index)),
            .source = {},
            .origin = "the default"};
}

std::string valueUnderPointer() {
    return g_pointed.frame >= ImGui::GetFrameCount() - 1 ? g_pointed.value : std::string();
}

TunableChange tunableRow(const WidgetContext& context, const TunableRow& row) {
    ImGui::PushID(row.key.c_str());
    const ImVec2 min = ImGui::GetCursorScreenPos();
    const float marks = row.isWide ? 0.0f : resetColumn(context);
    const float width = ImGui::GetContentRegionAvail().x - marks;
    const bool isSlider = row.parameter.form == Form::number || row.parameter.form == Form::integer;
    const float height = isSlider ? context.px(kSliderHeight) : ImGui::GetFrameHeight();
    const RowPlace place{min, {min.x + width, min.y + height}};
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
    if (ImGui::IsItemHovered()) {
        g_pointed = {ImGui::GetFrameCount(), exactText(row)};
    }
    if (!showSaid(context, ImGui::GetID("##value"))) {
        tooltip(context, tooltipText(row));
    }
    if (row.isWide) {
        buildResetAtLabel(context, row, place, change);
        ImGui::PopID();
        return change;
    }
    ImGui::SameLine(0.0f, 0.0f);
    buildReset(context, row, change);
    ImGui::PopID();
    return change;
}

}  // namespace shoal
