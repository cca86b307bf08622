#include "viewer/tour/tour_card.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "ui/widgets/keyboard.hpp"
#include "ui/widgets/theme.hpp"
#include "ui/widgets/ui_context.hpp"
#include "viewer/measures/measure_strip.hpp"

namespace shoal {

namespace {

constexpr float kMaxWidth = 440.0f;  // [px] at scale 1

bool button(const WidgetContext& context, const char* label, const char* key, const char* hint) {
    const bool isClicked = ImGui::Button(label);
    context.note(key);
    tooltip(context, hint);
    return isClicked;
}

/// Shows how far the measure is from the goal, or the outcome once it is reached.
void buildGoal(const WidgetContext& context, const TourStep& step, const MeasureSample& measures,
               bool isReached) {
    if (!step.goal) {
        return;
    }
    if (isReached) {
        ImGui::PushStyleColor(ImGuiCol_Text, theme::colours().accent);
        ImGui::TextUnformatted("Done.");
        ImGui::PopStyleColor();
        ImGui::TextUnformatted(step.outcome.c_str());
    } else {
        const std::size_t column = columnOf(step.goal->column);
        MeasureSample bound;
        bound.put(step.goal->column, step.goal->bound);
        ImGui::PushStyleColor(ImGuiCol_Text, theme::colours().quietText);
        ImGui::TextUnformatted(fmt::format("Goal: {} {} {}. Now: {}.", nameOf(measureColumns()[column]),
                                           step.goal->isBelow ? "below" : "above", measureText(column, bound),
                                           measureText(column, measures))
                                   .c_str());
        ImGui::PopStyleColor();
    }
    context.note(isReached ? "tour.reached" : "tour.goal");
}

/// Height of the longest step's words and goal in this width [px], so that the buttons keep their place.
float tallestStep(std::span<const TourStep> steps, float width) {
    const float spacing = ImGui::GetStyle().ItemSpacing.y;
    const auto heightOf = [&](const std::string& text) {
        return ImGui::CalcTextSize(text.c_str(), nullptr, false, width).y + spacing;
    };
    float tallest = 0.0f;
    for (const TourStep& step : steps) {
        const float goal = step.goal ? heightOf("Done.") + heightOf(step.outcome) : 0.0f;
        tallest = std::max(tallest, heightOf(step.text) + goal);
    }
    return tallest;
}

}  // namespace

bool TourGoal::isReached(const MeasureSample& measures) const {
    const auto value = measures.of(column);
    return value && (isBelow ? *value < bound : *value > bound);
}

void buildTourCard(const WidgetContext& context, const TourCard& card, Commands& commands) {
    const TourStep& step = card.steps[card.index];
    const float margin = context.px(3 * theme::kGrid);
    const float room = card.right - card.left - 2.0f * margin;
    const float width = std::min(context.px(kMaxWidth), room);
    ImGui::SetNextWindowPos({card.left + margin + (room - width) * 0.5f, margin});
    ImGui::SetNextWindowSize({width, 0.0f});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, context.px(theme::kCorner));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {context.px(16.0f), context.px(12.0f)});
    ImGui::Begin("tour", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoNav |
                     ImGuiWindowFlags_NoFocusOnAppearing);
    ImGui::PushStyleColor(ImGuiCol_Text, theme::colours().accent);
    ImGui::TextUnformatted(fmt::format("Experiment {} of {}", card.index + 1, card.steps.size()).c_str());
    ImGui::PopStyleColor();
    ImGui::PushTextWrapPos(width - context.px(16.0f));
    ImGui::PushFont(titleFont());
    ImGui::TextUnformatted(step.title.c_str());
    ImGui::PopFont();
    const float start = ImGui::GetCursorPosY();
    ImGui::TextUnformatted(step.text.c_str());
    buildGoal(context, step, card.measures, card.isReached);
    ImGui::PopTextWrapPos();
    ImGui::SetCursorPosY(
        std::max(ImGui::GetCursorPosY(), start + tallestStep(card.steps, width - context.px(32.0f))));
    const bool isFirst = card.index == 0;
    const bool isLast = card.index + 1 == card.steps.size();
    ImGui::BeginDisabled(isFirst);
    const bool goesBack = button(context, "Back", "tour.back", "Page Up");
    ImGui::EndDisabled();
    ImGui::SameLine();
    ImGui::BeginDisabled(isLast);
    const bool goesOn = isLast ? ImGui::Button("Next") : button(context, "Next", "tour.next", "Page Down");
    ImGui::EndDisabled();
    ImGui::SameLine();
    if (button(context, isLast ? "Finish" : "End the tour", "tour.end",
               "Brings back the scene and the settings from before the tour (T)")) {
        commands.push_back(Run{"tour"});
    } else if (goesOn || (!isLast && isKeyPressed(ImGuiKey_PageDown, false))) {
        commands.push_back(Run{"tour_next"});
    } else if (goesBack || (!isFirst && isKeyPressed(ImGuiKey_PageUp, false))) {
        commands.push_back(Run{"tour_back"});
    }
    ImGui::End();
    ImGui::PopStyleVar(2);
}

}  // namespace shoal
