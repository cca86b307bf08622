#include "ui/explore/morph_row.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "ui/command/items.hpp"
#include "ui/widgets/keyboard.hpp"
#include "ui/widgets/theme.hpp"

namespace shoal {

namespace {

constexpr float kMorphSecondsWidth = 52.0f;  // [px] at scale 1

std::string targetOf(const MorphInput& input, const MorphChoice& choice) {
    if (choice.preset.empty()) {
        return input.otherSettings == '\0' ? "A" : std::string(1, input.otherSettings);
    }
    const auto preset = std::ranges::find(input.presets, choice.preset, &PresetItem::name);
    return preset == input.presets.end() ? choice.preset : preset->title;
}

std::string hintOf(const MorphInput& input, const MorphChoice& choice) {
    if (input.progress) {
        return "Stop here (B or Esc). Ctrl+Z brings the former settings back";
    }
    const std::string target = targetOf(input, choice);
    if (choice.preset.empty() && input.otherSettings == '\0') {
        return "Moves all settings to those kept as A (B). Keep some with X first, or choose a preset in the "
               "list at the right";
    }
    return fmt::format(
        "Moves all settings to those of {} within {:.0f} s of play (B): sliders glide, switches and choices "
        "change half way. Esc or a drag stops it; Ctrl+Z undoes all of it",
        target, choice.seconds);
}

bool buildButton(const WidgetContext& context, const MorphInput& input, const MorphChoice& choice,
                 float width) {
    const bool isPressed = ImGui::Button("##morph", {width, 0.0f});
    const ImVec2 min = ImGui::GetItemRectMin();
    const ImVec2 max = ImGui::GetItemRectMax();
    std::string label = "Morph → " + targetOf(input, choice);
    std::string value;
    if (input.progress) {
        const float end = min.x + static_cast<float>(*input.progress) * (max.x - min.x);
        ImGui::GetWindowDrawList()->AddRectFilled(
            min, {end, max.y}, theme::packed(theme::withAlpha(theme::colours().accent, theme::kFill)),
            ImGui::GetStyle().FrameRounding);
        value = fmt::format("{:.0f} %", std::floor(*input.progress * 100.0));
    }
    const bool isWhole = drawLabelAndValue(context, min, max, label, value);
    context.note("button.morph", !isWhole && choice.preset.empty());
    tooltip(context, hintOf(input, choice));
    return isPressed;
}

void buildTargets(const WidgetContext& context, const MorphInput& input, MorphChoice& choice) {
    const bool isOpen =
        ImGui::BeginCombo("##target", "", ImGuiComboFlags_NoPreview | ImGuiComboFlags_HeightLarge);
    if (!isOpen) {
        context.note("morph.target");
        tooltip(context, "What to morph into: the settings kept with X, or a preset's");
        return;
    }
    const std::string kept = input.otherSettings == '\0' ? std::string("Settings kept with X")
                                                         : fmt::format("Settings {}", input.otherSettings);
    if (ImGui::Selectable(kept.c_str(), choice.preset.empty())) {
        choice.preset.clear();
    }
    context.note("morph.kept");
    ImGui::Separator();
    for (const PresetItem& preset : input.presets) {
        if (!preset.problem.empty()) {
            continue;
        }
        const float indent = preset.isVariant ? context.px(2 * theme::kGrid) : 0.0f;
        ImGui::SetCursorPosX(ImGui::GetCursorPosX() + indent);
        ImGui::PushID(preset.name.c_str());
        if (ImGui::Selectable(preset.title.c_str(), preset.name == choice.preset)) {
            choice.preset = preset.name;
        }
        ImGui::PopID();
        context.note("morph." + preset.name);
        tooltip(context, preset.watch);
    }
    if (context.takeEscape()) {
        ImGui::CloseCurrentPopup();
    }
    ImGui::EndCombo();
}

}  // namespace

bool buildMorphRow(const WidgetContext& context, const MorphInput& input, MorphChoice& choice) {
    const float gap = context.px(theme::kGrid);
    const float seconds = context.px(kMorphSecondsWidth);
    const float arrow = ImGui::GetFrameHeight();
    const float width =
        ImGui::GetContentRegionAvail().x - resetColumn(context) - arrow - seconds - 2.0f * gap;
    ImGui::PushID("morph");
    ImGui::BeginDisabled(choice.preset.empty() && input.otherSettings == '\0' && !input.progress);
    const bool isPressed = buildButton(context, input, choice, width);
    ImGui::EndDisabled();
    ImGui::SameLine(0.0f, gap);
    ImGui::BeginDisabled(input.progress.has_value());
    buildTargets(context, input, choice);
    ImGui::SameLine(0.0f, gap);
    ImGui::SetNextItemWidth(seconds);
    ImGui::SliderFloat("##seconds", &choice.seconds, MorphChoice::kMinSeconds, MorphChoice::kMaxSeconds,
                       "%.0f s", ImGuiSliderFlags_AlwaysClamp);
    markNumber(true);
    choice.seconds = std::round(choice.seconds);
    context.note("morph.seconds");
    tooltip(context, "How long the morph takes, in seconds of play");
    ImGui::EndDisabled();
    ImGui::PopID();
    return isPressed;
}

}  // namespace shoal
