#include "viewer/scenes/gallery.hpp"

#include <algorithm>
#include <initializer_list>
#include <numeric>

#include <fmt/format.h>
#include <imgui_internal.h>
#include <imgui_stdlib.h>

#include "ui/widgets/keyboard.hpp"
#include "ui/widgets/theme.hpp"
#include "ui/widgets/ui_context.hpp"
#include "viewer/find/finder.hpp"

namespace shoal {

namespace {

constexpr float kNarrowestGallery = 240.0f;  // [px] at scale 1: two columns of cards
constexpr float kLinesForKinds = 14.0f;      // below which cards need the space more
constexpr const char* kKeysHelp = "Type to filter · Arrows choose · Enter opens";

/// Puts the panels and the strip behind the gallery, the capture panel above the others. Raising the gallery
/// would hide the help.
void sendBack(std::initializer_list<const char*> windows) {
    for (const char* name : windows) {
        if (ImGuiWindow* window = ImGui::FindWindowByName(name)) {
            ImGui::BringWindowToDisplayBack(window);
        }
    }
}

/// Puts the cursor at the end of the text: ImGui selects all text of a newly focused field, so the next
/// letter would replace the text just typed.
int keepTypedText(ImGuiInputTextCallbackData* data) {
    auto& isNew = *static_cast<bool*>(data->UserData);
    if (isNew) {
        data->CursorPos = data->SelectionStart = data->SelectionEnd = data->BufTextLen;
        isNew = false;
    }
    return 0;
}

/// Returns the presets to show, by index.
std::vector<std::size_t> presetsFor(std::span<const PresetItem> presets, std::string_view filter) {
    if (filter.find_first_not_of(' ') == std::string_view::npos) {
        std::vector<std::size_t> all(presets.size());
        std::iota(all.begin(), all.end(), std::size_t{0});
        return all;
    }
    std::vector<Findable> all;
    for (std::size_t index = 0; index < presets.size(); ++index) {
        all.push_back(findablePreset(presets, index));
    }
    return findIn(all, filter);
}

}  // namespace

std::vector<GalleryGroup> galleryGroups(const GalleryInput& input, std::string_view filter,
                                        std::size_t maxRecent, std::optional<LookSettings::Place> place) {
    GalleryGroup recent{"Recent", {}};
    for (std::size_t index = 0; index < input.recent.size() && recent.cells.size() < maxRecent; ++index) {
        const RecentItem& item = input.recent[index];
        if (!item.isShown && filter.empty() && !place) {
            recent.cells.push_back({.id = fmt::format("recent.{}", recent.cells.size()),
                                    .index = item.preset.value_or(index),
                                    .isFile = !item.preset.has_value()});
        }
    }
    GalleryGroup own{"Yours", {}};
    GalleryGroup models{"Models", {}};
    GalleryGroup variants{"Variants", {}};
    std::vector<std::size_t> found = presetsFor(input.presets, filter);
    std::erase_if(found, [&](std::size_t index) { return place && input.presets[index].place != *place; });
    for (const std::size_t index : found) {
        const PresetItem& preset = input.presets[index];
        GalleryGroup& group = preset.isOwn ? own : preset.isVariant ? variants : models;
        group.cells.push_back({.id = (preset.isOwn ? "own." : "model.") + preset.name, .index = index});
    }
    std::vector<GalleryGroup> groups;
    for (GalleryGroup* group : {&recent, &own, &models, &variants}) {
        if (!group->cells.empty()) {
            groups.push_back(std::move(*group));
        }
    }
    if (!filter.empty()) {
        // Enter opens the first card.
        std::stable_partition(groups.begin(), groups.end(), [&](const GalleryGroup& group) {
            return group.cells.front().index == found.front();
        });
    }
    return groups;
}

void Gallery::open(std::optional<LookSettings::Place> place) {
    m_isOpen = true;
    m_place = place;
    m_filter.clear();
    m_selected.clear();
    m_wantsField = true;
    m_isFieldActive = false;
    m_isScrollDue = true;
}

std::vector<std::size_t> Gallery::build(const WidgetContext& context, const GalleryInput& input,
                                        Commands& commands) {
    std::vector<std::size_t> visible;
    if (!m_isOpen) {
        return visible;
    }
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    const float margin = context.px(3 * theme::kGrid);
    // Beside the capture panel and the panel if it fits there, otherwise over them.
    const float narrowest = context.px(kNarrowestGallery) + 2.0f * margin;
    const bool isBeside = input.right && *input.right - input.left >= narrowest;
    const float right = isBeside ? *input.right : display.x;
    const bool fits = right - input.left >= narrowest;
    const float left = fits ? input.left : 0.0f;
    ImGui::SetNextWindowPos({left + margin, margin});
    ImGui::SetNextWindowSize({std::max(1.0f, right - left - 2.0f * margin),
                              std::max(1.0f, display.y - (fits ? input.below : 0.0f) - 2.0f * margin)});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, context.px(theme::kCorner));
    ImGui::PushStyleColor(ImGuiCol_WindowBg, theme::colours().popup);
    ImGui::Begin("gallery", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoFocusOnAppearing |
                     ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoBringToFrontOnFocus);
    ImGui::PopStyleColor();
    sendBack({"compare bar"});
    if (!fits || (input.right && !isBeside)) {
        sendBack({"capture", "measures", "side", "chip", "tools", "panel"});
    }
    m_hasKeys = input.hasKeys && (m_isFieldActive || !ImGui::GetIO().WantTextInput);
    const bool wasFieldActive = m_isFieldActive;
    buildHeader(context, commands);
    visible = buildCards(context, input, commands);
    if (m_hasKeys && context.takeEscape()) {
        close();
    } else if (m_hasKeys || wasFieldActive) {
        if (isEnterPressed()) {
            openChosen(commands);
        } else {
            moveByKeys();
        }
    }
    ImGui::End();
    ImGui::PopStyleVar();
    return visible;
}

void Gallery::buildHeader(const WidgetContext& context, Commands& commands) {
    const float gap = context.px(theme::kGrid);
    const float closeWidth = ImGui::GetFrameHeight();
    const float padding = 2.0f * ImGui::GetStyle().FramePadding.x;
    ImGui::PushFont(titleFont());
    const float title = ImGui::CalcTextSize("Gallery").x + 4.0f * gap;
    const float room = ImGui::GetContentRegionAvail().x;
    const bool hasTitle = room > context.px(480.0f);
    if (hasTitle) {
        ImGui::AlignTextToFramePadding();
        ImGui::TextUnformatted("Gallery");
        ImGui::SameLine(0.0f, 4.0f * gap);
    }
    ImGui::PopFont();
    const char* const open = "Open file…";
    const float openWidth = ImGui::CalcTextSize(open).x + padding;
    const float field = room - (hasTitle ? title : 0.0f) - openWidth - closeWidth - 2.0f * gap;
    buildFilter(context, std::min(field, context.px(520.0f)));
    const float right = ImGui::GetWindowWidth() - ImGui::GetStyle().WindowPadding.x;
    ImGui::SameLine(right - closeWidth - gap - openWidth);
    if (ImGui::Button(open)) {
        commands.push_back(Run{"open_file"});
    }
    context.note("gallery.file");
    tooltip(context, "Open a preset, a take, or a picture or film that Shoal made ({open_file})");
    ImGui::SameLine(right - closeWidth);
    if (closeMark(context, "close", {closeWidth, ImGui::GetFrameHeight()})) {
        close();
    }
    context.note("gallery.close");
    tooltip(context, "Close the gallery (Esc)");
    if (ImGui::GetContentRegionAvail().y > kLinesForKinds * ImGui::GetTextLineHeight()) {
        buildKinds(context);
    }
    ImGui::Dummy({0.0f, 0.5f * gap});
}

/// Builds the row that leaves the presets of one kind.
void Gallery::buildKinds(const WidgetContext& context) {
    const auto choice = [&](std::string_view name, std::optional<LookSettings::Place> place) {
        const bool isChosen = m_place == place;
        ImGui::PushStyleColor(ImGuiCol_Button, isChosen
                                                   ? theme::withAlpha(theme::colours().accent, theme::kFill)
                                                   : theme::withAlpha(theme::colours().frame, 0.0f));
        if (ImGui::Button(std::string(name).c_str())) {
            m_place = place;
            m_selected.clear();
            m_isScrollDue = true;
        }
        ImGui::PopStyleColor();
        context.note(fmt::format("gallery.kind.{}", name));
        ImGui::SameLine(0.0f, context.px(theme::kGrid));
    };
    pushTabStop(false);
    choice("All", std::nullopt);
    for (std::size_t kind = 0; kind < kPresetKinds.size(); ++kind) {
        choice(kPresetKinds[kind], static_cast<LookSettings::Place>(kind));
    }
    popTabStop();
    ImGui::NewLine();
}

void Gallery::buildFilter(const WidgetContext& context, float width) {
    const std::string before = m_filter;
    if (!m_isFieldActive && m_hasKeys) {
        // Letters typed before the field has the keyboard join the text.
        const std::string typed = takeTypedText();
        m_filter += typed;
        m_wantsField |= !typed.empty();
    }
    if (m_wantsField && m_hasKeys) {
        focusNextField();
    }
    bool isNew = !m_isFieldActive;
    ImGui::SetNextItemWidth(width);
    // Tab skips this field and leads to the cards, then to the panel.
    pushTabStop(false);
    ImGui::InputTextWithHint("##filter", "Filter by title, author or rule", &m_filter,
                             ImGuiInputTextFlags_CallbackAlways, keepTypedText, &isNew);
    popTabStop();
    context.note("gallery.filter");
    m_isFieldActive = ImGui::IsItemActive();
    m_wantsField = m_wantsField && !m_isFieldActive;
    if (m_filter != before) {
        m_selected.clear();
        m_isScrollDue = true;
    }
}

/// Builds all cards. Returns the items whose cards are in view.
std::vector<std::size_t> Gallery::buildCards(const WidgetContext& context, const GalleryInput& input,
                                             Commands& commands) {
    const float line = ImGui::GetTextLineHeight();
    const ImGuiStyle& style = ImGui::GetStyle();
    const bool hasHelp = ImGui::GetContentRegionAvail().y > 14.0f * line &&
                         ImGui::CalcTextSize(kKeysHelp).x < ImGui::GetContentRegionAvail().x;
    const float help = hasHelp ? line + 2.0f * style.ItemSpacing.y : 0.0f;
    ImGui::BeginChild("cards", {0.0f, -std::max(1.0f, help)}, false, ImGuiWindowFlags_NoNav);
    if (m_isScrollDue) {
        ImGui::SetScrollY(0.0f);
        m_isScrollDue = false;
    }
    m_sizes =
        CardSizes::of(context, ImGui::GetWindowWidth() - style.ScrollbarSize - context.px(theme::kGrid));
    place(context, galleryGroups(input, m_filter, m_sizes.columns, m_place));
    if (m_isRevealDue) {
        reveal(context);
    }
    std::vector<std::size_t> visible;
    for (const Placed& placed : m_placed) {
        if (buildCard(context, input, placed, commands)) {
            visible.push_back(placed.cell.index);
        }
    }
    if (m_placed.empty() && !m_filter.empty()) {
        ImGui::SetCursorPos({0.0f, m_bottom});
        ImGui::TextDisabled("Try a title, an author or a rule, such as alignment.");
        context.note("gallery.nothing");
    }
    ImGui::SetCursorPos({0.0f, m_bottom});
    ImGui::Dummy({1.0f, 1.0f});
    ImGui::EndChild();
    if (hasHelp) {
        ImGui::TextDisabled("%s", kKeysHelp);
    }
    return visible;
}

/// Builds the headings and gives each card its place.
void Gallery::place(const WidgetContext& context, const std::vector<GalleryGroup>& groups) {
    m_placed.clear();
    m_bottom = 0.0f;
    for (const GalleryGroup& group : groups) {
        ImGui::SetCursorPos({0.0f, m_bottom});
        ImGui::PushFont(titleFont());
        ImGui::TextUnformatted(group.title.c_str());
        m_bottom += ImGui::GetTextLineHeight() + context.px(1.5f * theme::kGrid);
        ImGui::PopFont();
        for (std::size_t each = 0; each < group.cells.size(); ++each) {
            const auto column = static_cast<float>(each % m_sizes.columns);
            const auto row = static_cast<float>(each / m_sizes.columns);
            m_placed.push_back({group.cells[each],
                                {column * (m_sizes.picture.x + m_sizes.gap),
                                 m_bottom + row * (m_sizes.height + m_sizes.gap)}});
        }
        const std::size_t rows = (group.cells.size() + m_sizes.columns - 1) / m_sizes.columns;
        m_bottom += static_cast<float>(rows) * (m_sizes.height + m_sizes.gap) + context.px(theme::kGrid);
    }
}

/// Builds a card. True if it is in view and has a picture.
bool Gallery::buildCard(const WidgetContext& context, const GalleryInput& input, const Placed& placed,
                        Commands& commands) {
    const GalleryCell& cell = placed.cell;
    CardFace face;
    face.isSelected = cell.id == m_selected;
    if (cell.isFile) {
        const RecentItem& file = input.recent[cell.index];
        face.title = file.title;
        face.line = file.hint;
        face.badge = "file";
    } else {
        const PresetItem& preset = input.presets[cell.index];
        face.isShown = cell.index == input.shown;
        face.title = preset.title;
        face.line = preset.problem.empty() ? preset.watch : preset.problem;
        face.origin = preset.origin;
        face.badge = face.isShown ? "shown now" : "";
        face.picture = input.pictures[cell.index];
        face.isBroken = !preset.problem.empty();
    }
    ImGui::SetCursorPos(placed.at);
    const ImVec2 min = ImGui::GetCursorScreenPos();
    const bool isVisible = ImGui::IsRectVisible(min, {min.x + m_sizes.picture.x, min.y + m_sizes.height});
    if (galleryCard(context, "gallery." + cell.id, face, m_sizes)) {
        openCell(cell, commands);
    }
    return isVisible && !cell.isFile;
}

void Gallery::openCell(const GalleryCell& cell, Commands& commands) {
    if (cell.isFile) {
        commands.push_back(Run{"open_recent", {.number = static_cast<double>(cell.index)}});
    } else {
        commands.push_back(Run{"open_preset", {.number = static_cast<double>(cell.index)}});
    }
    close();
}

}  // namespace shoal
