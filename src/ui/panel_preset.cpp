#include <cstring>

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include "ui/panel.hpp"
#include "ui/theme.hpp"
#include "ui/ui_context.hpp"

namespace shoal {

namespace {

constexpr const char* kOverwriteTitle = "Replace preset?";

/// An arrow in a button of its own.
bool arrowButton(const WidgetContext& context, const char* id, ImGuiDir direction, const std::string& hint) {
    const bool isClicked = ImGui::ArrowButton(id, direction);
    context.note(id);
    tooltip(context, hint);
    return isClicked;
}

}  // namespace

void Panel::buildPreset(PanelFrame& frame) {
    const WidgetContext& context = frame.context;
    const std::size_t count = frame.input.presets.size();
    const std::size_t index = frame.input.presetIndex;
    const Scene& scene = *frame.input.loaded;
    const std::string title = scene.title.empty() ? scene.name : scene.title;

    ImGui::PushFont(titleFont());
    const float arrow = ImGui::GetFrameHeight();
    const float gap = context.px(theme::kGrid);
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - 2.0f * (arrow + gap));
    buildPresetList(frame, title);
    ImGui::SameLine(0.0f, gap);
    // From a scene that is none of them, both arrows lead to the first.
    if (arrowButton(context, "preset.previous", ImGuiDir_Left, "Previous preset") && count > 0) {
        frame.requests.preset = index < count ? (index + count - 1) % count : 0;
    }
    ImGui::SameLine(0.0f, gap);
    if (arrowButton(context, "preset.next", ImGuiDir_Right, "Next preset") && count > 0) {
        frame.requests.preset = index < count ? (index + 1) % count : 0;
    }
    ImGui::PopFont();

    if (!scene.watch.empty()) {
        ImGui::PushStyleColor(ImGuiCol_Text, theme::kQuietText);
        ImGui::PushTextWrapPos(0.0f);
        ImGui::TextUnformatted(scene.watch.c_str());
        ImGui::PopTextWrapPos();
        ImGui::PopStyleColor();
    }
    buildSaveAs(frame);
}

void Panel::buildPresetList(PanelFrame& frame, const std::string& title) {
    const WidgetContext& context = frame.context;
    if (!ImGui::BeginCombo("##preset", title.c_str(), ImGuiComboFlags_HeightLarge)) {
        context.note("preset.list");
        return;
    }
    // Fonts belong to the window they were pushed in: the heading's stays until the list has ended.
    ImGui::PushFont(textFont());
    const auto presets = frame.input.presets;
    for (std::size_t each = 0; each < presets.size(); ++each) {
        ImGui::PushID(static_cast<int>(each));
        const std::string name = presets[each].isOwn ? presets[each].title + " (yours)" : presets[each].title;
        if (ImGui::Selectable(name.c_str(), each == frame.input.presetIndex)) {
            frame.requests.preset = each;
        }
        context.note("preset." + presets[each].name);
        tooltip(context, presets[each].watch);
        ImGui::PopID();
    }
    ImGui::PopFont();
    ImGui::EndCombo();
}

void Panel::buildSaveAs(PanelFrame& frame) {
    const WidgetContext& context = frame.context;
    if (!m_isSaving) {
        if (ImGui::Button("Save as…")) {
            m_isSaving = true;
            m_takesFocus = true;
        }
        context.note("button.save_as");
        tooltip(context, "Keep this scene as a preset of your own");
        return;
    }
    const float gap = context.px(theme::kGrid);
    const float save = ImGui::CalcTextSize("Save").x + 2.0f * ImGui::GetStyle().FramePadding.x;
    const float cancel = ImGui::CalcTextSize("Cancel").x + 2.0f * ImGui::GetStyle().FramePadding.x;
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - save - cancel - 2.0f * gap);
    if (m_takesFocus) {
        ImGui::SetKeyboardFocusHere();
        m_takesFocus = false;
    }
    bool isGiven =
        ImGui::InputTextWithHint("##name", "name", &m_saveName, ImGuiInputTextFlags_EnterReturnsTrue);
    context.note("field.save_name");
    ImGui::SameLine(0.0f, gap);
    isGiven = ImGui::Button("Save") || isGiven;
    context.note("button.save");
    ImGui::SameLine(0.0f, gap);
    const bool isCancelled = ImGui::Button("Cancel");
    context.note("button.cancel_save");
    if (isGiven && !m_saveName.empty()) {
        frame.requests.saveAs = m_saveName;
        m_isSaving = false;
    } else if (isCancelled) {
        m_isSaving = false;
    }
}

void Panel::buildOverwriteQuestion(PanelFrame& frame) {
    if (m_overwrite && !ImGui::IsPopupOpen(kOverwriteTitle)) {
        ImGui::OpenPopup(kOverwriteTitle);
    }
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos({display.x * 0.5f, display.y * 0.5f}, ImGuiCond_Always, {0.5f, 0.5f});
    if (!ImGui::BeginPopupModal(kOverwriteTitle, nullptr,
                                ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoSavedSettings)) {
        return;
    }
    ImGui::TextUnformatted(
        fmt::format("There is a preset \"{}\" already.", m_overwrite.value_or(std::string())).c_str());
    const bool isConfirmed = ImGui::Button("Replace it");
    frame.context.note("button.replace");
    ImGui::SameLine();
    const bool isRefused = ImGui::Button("Keep it");
    frame.context.note("button.keep");
    if (isConfirmed && m_overwrite) {
        frame.requests.saveAs = *m_overwrite;
        frame.requests.isOverwriteConfirmed = true;
    }
    if (isConfirmed || isRefused) {
        m_overwrite.reset();
        ImGui::CloseCurrentPopup();
    }
    ImGui::EndPopup();
}

}  // namespace shoal
