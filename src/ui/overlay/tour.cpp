#include "ui/overlay/tour.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "ui/measures/measure_strip.hpp"
#include "ui/widgets/keyboard.hpp"
#include "ui/widgets/theme.hpp"
#include "ui/widgets/ui_context.hpp"

namespace shoal {

namespace {

constexpr float kMaxWidth = 440.0f;  // [px] at scale 1

constexpr std::array kSteps{
    TourStep{.preset = "reef",
             .title = "What makes a school",
             .text =
                 "Alignment makes a fish take on its neighbours' heading. Drag its weight to 0, at the left "
                 "end, and watch Polarisation below the picture.",
             .key = "species.sardine.alignment.weight",
             .goal = TourGoal{"polarisation", 0.6f, true},
             .outcome = "No fish responds to its neighbours' heading now, and the school loses its order. "
                        "Cohesion still holds it together. Drag the weight back, and the order returns."},
    TourStep{
        .preset = "reef",
        .title = "Elbow room",
        .text = "Separation pushes close neighbours apart. Raise its weight to 1 or more, and watch Nearest "
                "neighbour.",
        .key = "species.sardine.separation.weight",
        .goal = TourGoal{"nearest_neighbour_m", 0.32f, false},
        .outcome =
            "The fish keep farther apart. A dashed line in the plot shows the spacing before your edit."},
    TourStep{
        .preset = "zones",
        .title = "The mill that remembers",
        .text = "These hundred fish circle an empty middle. Raise Orientation to 7: each aligns with fish "
                "farther away. Watch the square at the bottom right.",
        .key = "species.fish.zones.orientation",
        .goal = TourGoal{"polarisation", 0.65f, false},
        .outcome = "The mill has become a parallel group. Set Orientation back to 1.5: it stays parallel, "
                   "though the same value made a mill before. Couzin and others found this in 2002."},
    TourStep{
        .preset = "starlings",
        .title = "Eight sides, or all within reach?",
        .text =
            "Each starling responds to the nearest neighbour on each of eight sides. Set Kind to Metric and "
            "Radius, below it, to 1.6, and watch Flocks.",
        .key = "species.starling.perception.kind",
        .goal = TourGoal{"flocks", 40.0f, false},
        .outcome =
            "1.6 m reaches too few birds: one that sees no other flies on alone, and the flock bursts. "
            "The nearest on each side are found farther away, too."},
    TourStep{
        .preset = "reef",
        .title = "Steer them yourself",
        .text =
            "Hold Ctrl and click beside the school: it swims to that point. Ctrl+Shift+click puts down one "
            "that scares. Drag a point to move it; Ctrl+click on it removes it.",
        .key = {},
        .goal = std::nullopt,
        .outcome = {}},
};

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
        ImGui::TextUnformatted(step.outcome.data(), step.outcome.data() + step.outcome.size());
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

}  // namespace

bool TourGoal::isReached(const MeasureSample& measures) const {
    const auto value = measures.of(column);
    return value && (isBelow ? *value < bound : *value > bound);
}

std::span<const TourStep> tourSteps() {
    return kSteps;
}

void buildTourCard(const WidgetContext& context, std::size_t index, const MeasureSample& measures,
                   bool isReached, const TourPlace& place, Commands& commands) {
    const TourStep& step = kSteps[index];
    const float margin = context.px(3 * theme::kGrid);
    const float room = place.right - place.left - 2.0f * margin;
    const float width = std::min(context.px(kMaxWidth), room);
    ImGui::SetNextWindowPos({place.left + margin + (room - width) * 0.5f, margin});
    ImGui::SetNextWindowSize({width, 0.0f});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, context.px(theme::kCorner));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {context.px(16.0f), context.px(12.0f)});
    ImGui::Begin("tour", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoNav |
                     ImGuiWindowFlags_NoFocusOnAppearing);
    ImGui::PushStyleColor(ImGuiCol_Text, theme::colours().accent);
    ImGui::TextUnformatted(fmt::format("Experiment {} of {}", index + 1, kSteps.size()).c_str());
    ImGui::PopStyleColor();
    ImGui::PushTextWrapPos(width - context.px(16.0f));
    ImGui::PushFont(titleFont());
    ImGui::TextUnformatted(step.title.data(), step.title.data() + step.title.size());
    ImGui::PopFont();
    ImGui::TextUnformatted(step.text.data(), step.text.data() + step.text.size());
    buildGoal(context, step, measures, isReached);
    ImGui::PopTextWrapPos();
    const bool isLast = index + 1 == kSteps.size();
    ImGui::BeginDisabled(index == 0);
    const bool goesBack = button(context, "Back", "tour.back", "Page Up");
    ImGui::EndDisabled();
    ImGui::SameLine();
    const bool goesOn = !isLast && button(context, "Next", "tour.next", "Page Down");
    if (!isLast) {
        ImGui::SameLine();
    }
    if (button(context, isLast ? "Finish" : "End the tour", "tour.end",
               "Brings back the scene and the settings from before the tour (T)")) {
        commands.push_back(Action::tour);
    } else if (goesOn || (!isLast && isKeyPressed(ImGuiKey_PageDown, false))) {
        commands.push_back(Action::tourNext);
    } else if (goesBack || (index > 0 && isKeyPressed(ImGuiKey_PageUp, false))) {
        commands.push_back(Action::tourBack);
    }
    ImGui::End();
    ImGui::PopStyleVar(2);
}

}  // namespace shoal
