#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include "ui/gallery/gallery_button.hpp"
#include "ui/panel/panel.hpp"
#include "ui/widgets/cut_text.hpp"
#include "ui/widgets/keyboard.hpp"
#include "ui/widgets/theme.hpp"
#include "ui/widgets/ui_context.hpp"

namespace shoal {

namespace {

constexpr const char* kOverwriteTitle = "Replace preset?";

bool arrowButton(const WidgetContext& context, const char* id, ImGuiDir direction, const std::string& hint) {
    const bool isClicked = ImGui::ArrowButton(id, direction);
    context.note(id);
    tooltip(context, hint);
    return isClicked;
}

/// Opens the next or previous preset that can be opened; the first one if the scene is not a preset.
void openNeighbour(PanelFrame& frame, bool isNext) {
    const auto presets = frame.input.presets;
    const std::size_t index = frame.input.presetIndex;
    const std::size_t count = presets.size();
    for (std::size_t tried = 1; tried <= count; ++tried) {
        const std::size_t at = index < count ? (index + (isNext ? tried : count - tried)) % count : tried - 1;
        if (presets[at].problem.empty()) {
            frame.commands.push_back(OpenPreset{at});
            return;
        }
    }
}

std::string listedName(const PresetItem& preset) {
    if (!preset.problem.empty()) {
        return preset.title + " (cannot be read)";
    }
    return preset.title;
}

}  // namespace

void Panel::buildPreset(PanelFrame& frame) {
    const WidgetContext& context = frame.context;
    const Scene& scene = *frame.input.loaded;
    const bool isEdited = frame.view.isEdited();
    const std::string title = scene.title.empty() ? scene.name : scene.title;
    const std::string mark = isEdited ? " (edited)" : "";

    ImGui::PushFont(titleFont());
    const float arrow = ImGui::GetFrameHeight();
    const float gap = context.px(theme::kGrid);
    const float width = ImGui::GetContentRegionAvail().x - 3.0f * (arrow + gap);
    ImGui::SetNextItemWidth(width);
    const float room = width - arrow - 2.0f * ImGui::GetStyle().FramePadding.x;
    const std::string shown = cutToFit(title, room - ImGui::CalcTextSize(mark.c_str()).x) + mark;
    buildPresetList(frame, shown, shown == title + mark ? std::string() : title + mark);
    ImGui::SameLine(0.0f, gap);
    if (galleryButton(context)) {
        frame.commands.push_back(Action::gallery);
    }
    ImGui::SameLine(0.0f, gap);
    if (arrowButton(context, "preset.previous", ImGuiDir_Left, "Previous preset")) {
        openNeighbour(frame, false);
    }
    ImGui::SameLine(0.0f, gap);
    if (arrowButton(context, "preset.next", ImGuiDir_Right, "Next preset")) {
        openNeighbour(frame, true);
    }
    ImGui::PopFont();

    if (!scene.watch.empty()) {
        buildWatch(frame);
    }
    buildSource(frame);
    buildSaveAs(frame);
}

/// Builds the text "what to watch". A click on a link points its slider out.
void Panel::buildWatch(PanelFrame& frame) {
    const WidgetContext& context = frame.context;
    const Scene& scene = *frame.input.loaded;
    if (m_watchRevision != frame.input.revision) {
        m_watchRevision = frame.input.revision;
        m_watch = watchPieces(scene.watch);
        for (WatchPiece& piece : m_watch) {
            piece.key = piece.key.empty() ? piece.key : linkedKey(piece.key, m_view.loadedSections());
        }
    }
    ImGui::BeginGroup();
    const ImVec2 start = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const float height = ImGui::GetTextLineHeight();
    ImVec2 at = start;
    int id = 0;
    bool isOnLink = false;
    // `glued`: text that follows the word without a space, such as a comma after a link.
    const auto place = [&](std::string_view word, const std::string& key, std::string_view glued) {
        const float wide = ImGui::CalcTextSize(word.data(), word.data() + word.size()).x;
        const float rest = ImGui::CalcTextSize(glued.data(), glued.data() + glued.size()).x;
        if (at.x > start.x && at.x + wide + rest > start.x + width) {
            at = {start.x, at.y + height};
        }
        ImGui::SetCursorScreenPos(at);
        if (key.empty()) {
            ImGui::PushStyleColor(ImGuiCol_Text, theme::colours().quietText);
            ImGui::TextUnformatted(word.data(), word.data() + word.size());
            ImGui::PopStyleColor();
        } else {
            ImGui::PushID(id++);
            if (bareButton("link", {wide, height})) {
                pointOut(key);
            }
            ImGui::PopID();
            context.note("watch." + key);
            const ImU32 colour =
                theme::packed(ImGui::IsItemHovered() ? theme::colours().text : theme::colours().accent);
            ImGui::GetWindowDrawList()->AddText(at, colour, word.data(), word.data() + word.size());
            tooltip(context, "Show this slider");
            isOnLink |= ImGui::IsItemHovered();
        }
        at.x += wide;
    };
    const float space = ImGui::CalcTextSize(" ").x;
    constexpr std::string_view kSpaces = " \n";
    for (std::size_t index = 0; index < m_watch.size(); ++index) {
        std::string_view rest = m_watch[index].text;
        while (!rest.empty()) {
            if (kSpaces.find(rest.front()) != std::string_view::npos) {
                at.x += space;
                rest.remove_prefix(1);
                continue;
            }
            const std::string_view word = rest.substr(0, rest.find_first_of(kSpaces));
            rest.remove_prefix(word.size());
            std::string_view glued;
            if (rest.empty() && index + 1 < m_watch.size()) {
                glued = m_watch[index + 1].text;
                glued = glued.substr(0, glued.find_first_of(kSpaces));
            }
            place(word, m_watch[index].key, glued);
        }
    }
    ImGui::SetCursorScreenPos({start.x, at.y});
    ImGui::Dummy({width, height});
    ImGui::EndGroup();
    if (!isOnLink) {
        tooltip(context, scene.about);
    }
}

void Panel::buildPresetList(PanelFrame& frame, const std::string& shown, const std::string& whole) {
    const WidgetContext& context = frame.context;
    if (!ImGui::BeginCombo("##preset", shown.c_str(), ImGuiComboFlags_HeightLarge)) {
        context.note("preset.list");
        tooltip(context, whole);
        return;
    }
    // A font must be popped in the window that pushed it: the heading's font stays until the list has ended.
    ImGui::PushFont(textFont());
    buildRecent(frame);
    if (std::ranges::any_of(frame.input.presets, &PresetItem::isOwn)) {
        ImGui::TextDisabled("Yours");
        buildListed(frame, true);
        ImGui::Separator();
    }
    buildListed(frame, false);
    if (context.takeEscape()) {
        ImGui::CloseCurrentPopup();
    }
    ImGui::PopFont();
    ImGui::EndCombo();
}

/// Lists the user's own presets, or the others.
void Panel::buildListed(PanelFrame& frame, bool areOwn) {
    const WidgetContext& context = frame.context;
    const auto presets = frame.input.presets;
    for (std::size_t each = 0; each < presets.size(); ++each) {
        if (presets[each].isOwn != areOwn) {
            continue;
        }
        ImGui::PushID(static_cast<int>(each));
        const PresetItem& preset = presets[each];
        const bool isReadable = preset.problem.empty();
        // An unreadable preset can still be chosen: its file may have been fixed meanwhile.
        const float indent = preset.isVariant ? context.px(2 * theme::kGrid) : 0.0f;
        ImGui::SetCursorPosX(ImGui::GetCursorPosX() + indent);
        ImGui::PushStyleColor(ImGuiCol_Text, isReadable ? theme::colours().text
                                                        : theme::withAlpha(theme::colours().quietText, 0.6f));
        if (ImGui::Selectable(listedName(preset).c_str(), each == frame.input.presetIndex)) {
            frame.commands.push_back(OpenPreset{each});
        }
        ImGui::PopStyleColor();
        context.note("preset." + preset.name);
        tooltip(context, isReadable ? preset.watch : preset.problem);
        ImGui::PopID();
    }
}

/// Lists recent scenes above the presets, except the one shown now.
void Panel::buildRecent(PanelFrame& frame) {
    constexpr std::size_t kMaxShown = 5;
    const auto recent = frame.input.recent;
    std::size_t shown = 0;
    for (std::size_t each = 0; each < recent.size() && shown < kMaxShown; ++each) {
        const RecentItem& item = recent[each];
        if (item.isShown) {
            continue;
        }
        if (++shown == 1) {
            ImGui::TextDisabled("Recent");
        }
        ImGui::PushID(item.origin.c_str());
        if (ImGui::Selectable(item.title.c_str())) {
            frame.commands.push_back(OpenRecent{each});
        }
        frame.context.note("recent." + item.title);
        tooltip(frame.context, item.hint);
        ImGui::PopID();
    }
    if (shown > 0) {
        ImGui::Separator();
    }
}

void Panel::buildSaveAs(PanelFrame& frame) {
    const WidgetContext& context = frame.context;
    if (!m_isSaving) {
        if (ImGui::Button("Save as…")) {
            m_isSaving = true;
            m_takesFocus = true;
            m_saveTitle = frame.input.copyTitle;
        }
        context.note("button.save_as");
        tooltip(context, "Keep this scene as a preset of your own");
        buildHistory(frame);
        return;
    }
    const float gap = context.px(theme::kGrid);
    const float save = ImGui::CalcTextSize("Save").x + 2.0f * ImGui::GetStyle().FramePadding.x;
    const float cancel = ImGui::CalcTextSize("Cancel").x + 2.0f * ImGui::GetStyle().FramePadding.x;
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - save - cancel - 2.0f * gap);
    if (m_takesFocus) {
        focusNextField();
        m_takesFocus = false;
    }
    bool isGiven =
        ImGui::InputTextWithHint("##name", "title", &m_saveTitle,
                                 ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
    context.note("field.save_name");
    // An Esc that ends typing in another field belongs to that field.
    const bool isMine = ImGui::IsItemActive() || ImGui::IsItemDeactivated() || !ImGui::GetIO().WantTextInput;
    const bool isEscaped = isMine && context.takeEscape();
    ImGui::SameLine(0.0f, gap);
    isGiven = ImGui::Button("Save") || isGiven;
    context.note("button.save");
    ImGui::SameLine(0.0f, gap);
    const bool isCancelled = ImGui::Button("Cancel");
    context.note("button.cancel_save");
    if (isGiven && !m_saveTitle.empty()) {
        frame.commands.push_back(SaveAs{m_saveTitle});
        m_isSaving = false;
    } else if (isCancelled || isEscaped) {
        m_isSaving = false;
    }
}

void Panel::buildHistory(PanelFrame& frame) {
    const WidgetContext& context = frame.context;
    const float gap = context.px(theme::kGrid);
    ImGui::SameLine(0.0f, gap);
    buildActionButton(frame, {Action::undo, "Undo", "button.undo", 0.0f, "Undo the last change (Ctrl+Z)",
                              frame.input.canUndo});
    ImGui::SameLine(0.0f, gap);
    buildActionButton(frame, {Action::redo, "Redo", "button.redo", 0.0f,
                              "Redo what was undone (Ctrl+Shift+Z)", frame.input.canRedo});
    ImGui::SameLine(0.0f, gap);
    ImGui::BeginDisabled(!frame.view.isEdited());
    if (ImGui::Button("Reset all")) {
        frame.edits = frame.view.resetsOfAll();
    }
    ImGui::EndDisabled();
    context.note("button.reset_all");
    tooltip(context, "Return to the preset's values");
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
        fmt::format("There is already a preset \"{}\".", m_overwrite.value_or(std::string())).c_str());
    const bool isConfirmed = ImGui::Button("Replace it");
    frame.context.note("button.replace");
    ImGui::SameLine();
    const bool isRefused = ImGui::Button("Keep it") || frame.context.takeEscape();
    frame.context.note("button.keep");
    if (isConfirmed && m_overwrite) {
        frame.commands.push_back(SaveAs{*m_overwrite, true});
    }
    if (isConfirmed || isRefused) {
        m_overwrite.reset();
        ImGui::CloseCurrentPopup();
    }
    ImGui::EndPopup();
}

}  // namespace shoal
