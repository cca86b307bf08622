#include "viewer/inspect/inspector_card.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <shoal/rule_set.hpp>

#include "ui/widgets/theme.hpp"
#include "viewer/inspect/inspector_marks.hpp"
#include "viewer/inspect/push_colours.hpp"
#include "viewer/inspect/steering_words.hpp"

namespace shoal {

namespace {

constexpr const char* kPictureFold = "inspector.picture";
constexpr bool kIsDrawnAtFirst = true;
constexpr int kSentenceLines = 2;
constexpr float kUnderline = 2.5f;  // [px] at scale 1: the line in full colour below a bar
constexpr float kEdge = 4.0f;       // [px] at scale 1: the strip in full colour before a bar

/// A line of the card: an acceleration with its name and colour.
struct Line {
    std::string key;
    std::string label;
    theme::Colour colour;
    Vec3f push;  ///< [m/s²]
    std::string hint;
};

/// Formats with as many decimals as the scale needs.
std::string accelerationText(const Vec3f& acceleration, float fullScale) {
    const int decimals = fullScale >= 32.0f ? 1 : fullScale >= 0.5f ? 2 : 4;
    return fmt::format("{:.{}f} m/s²", magnitudeOf(acceleration), decimals);
}

/// Draws a bar `length` long into an empty frame: faint behind the text, with a line in full colour below.
void drawBar(const WidgetContext& context, const ImVec2& min, const ImVec2& max, float length,
             const theme::Colour& colour) {
    const float corner = context.px(2.0f);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const auto fill = [&](const ImVec2& from, const ImVec2& to, const theme::Colour& with) {
        list.AddRectFilled(from, to, theme::packed(with), corner);
    };
    fill(min, max, theme::colours().frame);
    fill(min, {min.x + length, max.y}, theme::withAlpha(colour, kBarOpacity));
    fill({min.x, max.y - context.px(kUnderline)}, {min.x + length, max.y}, colour);
    fill(min, {min.x + context.px(kEdge), max.y}, colour);
}

/// Returns whether the mouse is on it.
bool buildLine(const WidgetContext& context, const Line& line, float fullScale) {
    const ImVec2 min = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x - resetColumn(context);
    const float height = ImGui::GetTextLineHeight() + context.px(kUnderline + 2.0f);
    const ImVec2 max(min.x + width, min.y + height);
    const float edge = context.px(kEdge);
    const float length = edge + (width - edge) * std::min(magnitudeOf(line.push) / fullScale, 1.0f);
    ImGui::Dummy({length, height});
    context.note(line.key + ".bar");
    drawBar(context, min, max, length, line.colour);
    ImGui::SetCursorScreenPos(min);
    ImGui::Dummy({width, height});
    const bool isWhole =
        drawLabelAndValue(context, {min.x + edge, min.y}, {max.x, max.y - context.px(kUnderline)}, line.label,
                          accelerationText(line.push, fullScale));
    context.note(line.key, !isWhole);
    tooltip(context, line.hint);
    return ImGui::IsItemHovered();
}

Line lineOf(const InspectedBoid& boid, std::size_t index) {
    const Inspection::Push& push = boid.inspection.pushes[index];
    const Rule* rule = boid.scene.species[boid.speciesIndex].rules.find(push.rule);
    const bool isOwn = push.observedIndex == boid.speciesIndex;
    return {.key = fmt::format("inspector.{}{}", push.rule,
                               isOwn ? "" : "." + boid.scene.species[push.observedIndex].name),
            .label = pushName(boid.scene, boid.speciesIndex, push.rule, push.observedIndex),
            .colour = pushColour(index),
            .push = push.steering,
            .hint = rule == nullptr ? std::string() : std::string(rule->info().help)};
}

/// Builds the sentence in a space of fixed height, so that nothing below moves when it changes.
void buildSentence(const WidgetContext& context, const std::string& sentence) {
    const ImVec2 start = ImGui::GetCursorPos();
    const float padding = context.px(2 * theme::kGrid);
    ImGui::SetCursorPosX(start.x + padding);
    const float width = ImGui::GetContentRegionAvail().x - resetColumn(context);
    const float height = static_cast<float>(kSentenceLines) * ImGui::GetTextLineHeight();
    ImGui::PushTextWrapPos(start.x + width + padding);
    ImGui::TextUnformatted(sentence.c_str());
    ImGui::PopTextWrapPos();
    const ImVec2 size = ImGui::GetItemRectSize();
    context.note("inspector.sentence", size.y > height + 1.0f);
    tooltip(context, "The rule with the longest bar, and where it pushes, as the boid sees it.");
    ImGui::SetCursorPosY(start.y + std::max(height, size.y) + context.px(2 * theme::kGrid));
}

void buildFacts(const WidgetContext& context, const InspectorInput& input) {
    labelledValue(context, "Neighbours", fmt::format("{}", input.read->neighbours.size()));
    context.note("inspector.neighbours");
    tooltip(context, "Boids that it perceives now, of all species to which it responds.");
    if (input.read->period > 1) {
        labelledValue(context, "Decides", fmt::format("every {} steps", input.read->period));
        context.note("inspector.decides");
        tooltip(context, "In between it keeps its steering. The bars show what it would decide now.");
    }
    labelledValue(context, "Full bar", fmt::format("{:g} m/s²", input.fullScale));
    context.note("inspector.scale");
    tooltip(context, "The arrows in the picture have the same scale.");
}

void buildSwitch(const WidgetContext& context) {
    const Fold picture(context.folds, kPictureFold, kIsDrawnAtFirst);
    bool isDrawn = picture.isOpen();
    if (labelledSwitch(
            context, kPictureFold, "Show in the picture",
            "Arrows, neighbours, perception radius and blind cone, drawn about the boid ({inspect}). The "
            "mouse on a bar shows only its arrow",
            isDrawn)) {
        picture.set(isDrawn);
    }
}

void buildWhatIf(const WidgetContext& context, Commands& commands) {
    const float gap = ImGui::GetStyle().ItemSpacing.x;
    const float width = std::floor(0.5f * (ImGui::GetContentRegionAvail().x - resetColumn(context) - gap));
    constexpr const char* kRest =
        "; B, your flock, goes on unchanged. Colours show how far apart each boid is in the two.";
    const auto button = [&](const char* text, const char* key, std::string_view command, const char* copy) {
        if (ImGui::Button(text, {width, 0.0f})) {
            commands.push_back(Run{command});
        }
        context.note(key);
        tooltip(context, fmt::format("Splits the picture. A becomes a copy of this flock {}{}", copy, kRest));
    };
    button("What if pushed?", "inspector.what_if", "push_in_a",
           "in which the boid is turned by 90° to the right");
    ImGui::SameLine(0.0f, gap);
    button("What if gone?", "inspector.what_if_gone", "remove_in_a", "without this boid");
}

}  // namespace

bool isInspectorDrawn(const Folds& folds) {
    const auto found = folds.find(kPictureFold);
    return found == folds.end() ? kIsDrawnAtFirst : found->second;
}

void setInspectorDrawn(Folds& folds, bool isDrawn) {
    folds[kPictureFold] = isDrawn;
}

std::optional<std::size_t> buildInspectorCard(const WidgetContext& context, const InspectorInput& input,
                                              const Scene& scene, Commands& commands) {
    if (!foldingHeading(context, "inspector", "Inspector", true, false).isOpen) {
        return std::nullopt;
    }
    std::optional<std::size_t> pointed;
    const auto build = [&](const Line& line, std::size_t arrow) {
        if (buildLine(context, line, input.fullScale)) {
            pointed = arrow;
        }
    };
    const InspectedBoid boid{*input.read, scene, input.speciesIndex};
    buildSentence(context, steeringSentence(boid));
    for (std::size_t index = 0; index < input.read->pushes.size(); ++index) {
        build(lineOf(boid, index), InspectorMarks::kFirstPush + index);
    }
    build({.key = "inspector.sum",
           .label = "Sum",
           .colour = theme::colours().text,
           .push = input.read->steering,
           .hint = "All pushes added, with their directions: what the rules ask for."},
          InspectorMarks::kSum);
    build({.key = "inspector.after",
           .label = "After limits",
           .colour = theme::colours().quietText,
           .push = input.read->acceleration(),
           .hint = "How its velocity changes in the next step: the sum after Flight's limits."},
          InspectorMarks::kAfterLimits);
    buildFacts(context, input);
    buildSwitch(context);
    buildWhatIf(context, commands);
    return pointed;
}

}  // namespace shoal
