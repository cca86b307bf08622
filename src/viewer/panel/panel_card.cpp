// Part of Panel: the card that opens first.

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include "ui/layout/panel_edge.hpp"
#include "ui/text/cut_text.hpp"
#include "ui/text/value_text.hpp"
#include "ui/widgets/icons.hpp"
#include "ui/widgets/keyboard.hpp"
#include "ui/widgets/theme.hpp"
#include "ui/widgets/ui_context.hpp"
#include "viewer/panel/panel.hpp"

namespace shoal {

namespace {

constexpr const char* kOverwriteTitle = "Replace preset?";

// Places in the card at scale 1 [px].
constexpr float kCardPadding = 12.0f;
constexpr float kHeadIcon = 28.0f;
constexpr float kKindsTop = 9.0f;
constexpr float kKindsGap = 16.0f;
constexpr float kHeadTop = 8.0f;  // this and what follows from PanelPlace::head on
constexpr float kSubtitleTop = 38.0f;
constexpr float kDescriptionTop = 57.0f;
constexpr float kDescriptionLine = 18.0f;
constexpr float kSmallSize = 12.0f;  // of the subtitle's text
constexpr float kLineAbove = 6.0f;   // of the line below the sliders, from the last of them
constexpr int kDescriptionLines = 2;

constexpr ImGuiWindowFlags kCardFlags =
    ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
    ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoScrollbar |
    ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoBringToFrontOnFocus;
// A list lower than this scrolls together with the sliders above it.
constexpr float kMinListHeight = 220.0f;

ImVec2 smallSize(const WidgetContext& context, const std::string& text) {
    return ImGui::GetFont()->CalcTextSizeA(context.px(kSmallSize), FLT_MAX, 0.0f, text.c_str());
}

/// Draws a word of the subtitle, and moves the cursor behind it.
void smallWord(const WidgetContext& context, const std::string& text, const theme::Colour& colour) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::GetWindowDrawList()->AddText(ImGui::GetFont(), context.px(kSmallSize), at, theme::packed(colour),
                                        text.c_str());
    ImGui::SetCursorScreenPos({at.x + smallSize(context, text).x + context.px(8.0f), at.y});
}

/// Builds a word of the subtitle to click on.
bool smallLink(const WidgetContext& context, const std::string& text, const char* key,
               const std::string& hint, const theme::Colour& colour = theme::colours().accent) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const bool isClicked = bareButton(key, smallSize(context, text));
    context.note(key);
    tooltip(context, hint);
    const bool isHovered = ImGui::IsItemHovered();
    ImGui::SetCursorScreenPos(at);
    smallWord(context, text, isHovered ? theme::colours().text : colour);
    return isClicked;
}

/// Says in the subtitle whose flock it is.
std::string subtitleOf(const Scene& scene) {
    if (!scene.source.author.empty()) {
        return shortOrigin(scene.source);
    }
    std::string names;
    for (const Species& species : scene.species) {
        names += (names.empty() ? "" : ", ") + boidsName(species.name);
    }
    return names;
}

}  // namespace

void Panel::buildCard(PanelFrame& frame) {
    const WidgetContext& context = frame.context;
    const PanelPlace& place = frame.place;
    const bool isUnfolded = isSettingsShown();
    // In a low window, the sliders scroll, too; the head stays.
    const bool scrolls = isUnfolded ? place.unfoldedHeight - place.foldedHeight < context.px(kMinListHeight)
                                    : place.foldedHeight > place.unfoldedHeight;
    const float height = isUnfolded || scrolls ? place.unfoldedHeight : place.foldedHeight;
    drawCardShadow(context, {place.margin, place.margin}, {place.cardWidth, height});
    ImGui::SetNextWindowPos({place.margin, place.margin});
    ImGui::SetNextWindowSize({place.cardWidth, height});
    pushCardStyle(context, kCardPadding);
    const bool hasKeyboard = frame.input.hasKeyboard;
    ImGui::Begin("panel", nullptr, hasKeyboard ? kCardFlags : kCardFlags | ImGuiWindowFlags_NoNav);
    popCardStyle();
    if (hasKeyboard && !m_hadKeyboard) {
        takeKeyboardHere();
    }
    m_hadKeyboard = hasKeyboard;
    if (!place.isCompact) {
        buildKinds(frame);
    }
    buildHead(frame);
    const float left = context.px(kCardPadding);
    ImGui::SetCursorPos({left, place.firstRow});
    if (!scrolls) {
        buildHeroes(frame);
    }
    if (isUnfolded || scrolls) {
        ImGui::SetCursorPos({left, scrolls ? place.firstRow : place.foldedHeight});
        const int nav = hasKeyboard ? ImGuiWindowFlags_NavFlattened : ImGuiWindowFlags_NoNav;
        const ImVec2 size{place.cardWidth - left - context.px(8.0f),
                          height - ImGui::GetCursorPosY() - context.px(theme::kGrid)};
        ImGui::BeginChild("sections", size, false, nav);
        if (scrolls) {
            buildHeroes(frame);
        }
        if (isUnfolded) {
            buildSettings(frame);
        }
        ImGui::EndChild();
        context.note("panel.list");
    }
    buildPanelEdge(context, m_layout);
    ImGui::End();
}

/// Builds the kinds of presets.
void Panel::buildKinds(PanelFrame& frame) {
    const WidgetContext& context = frame.context;
    const theme::Palette& palette = theme::colours();
    ImGui::SetCursorPos({context.px(kCardPadding), context.px(kKindsTop)});
    for (std::size_t kind = 0; kind < kPresetKinds.size(); ++kind) {
        const std::string name(kPresetKinds[kind]);
        const auto place = static_cast<LookSettings::Place>(kind);
        const bool isShown = kindOf(*frame.input.loaded) == place;
        const auto count = std::ranges::count(frame.input.presets, place, &PresetItem::place);
        const auto first = std::ranges::find_if(frame.input.presets, [place](const PresetItem& each) {
            return each.place == place && each.problem.empty();
        });
        const std::string hint = first == frame.input.presets.end() ? std::string()
                                 : isShown ? fmt::format("All {} presets of this kind", count)
                                           : fmt::format("{}: the first of {} presets", first->title, count);
        const ImVec2 min = ImGui::GetCursorScreenPos();
        if (smallLink(context, name, ("kind." + name).c_str(), hint,
                      isShown ? palette.text : palette.quietText)) {
            frame.commands.push_back(Run{"open_kind", {.number = static_cast<double>(kind)}});
        }
        const ImVec2 size = smallSize(context, name);
        if (isShown) {
            const float top = min.y + size.y + context.px(1.0f);
            ImGui::GetWindowDrawList()->AddRectFilled({min.x, top}, {min.x + size.x, top + context.px(1.5f)},
                                                      theme::packed(palette.accent));
        }
        ImGui::SetCursorScreenPos({min.x + size.x + context.px(kKindsGap), min.y});
    }
}

/// Builds title, subtitle and description.
void Panel::buildHead(PanelFrame& frame) {
    const WidgetContext& context = frame.context;
    const PanelPlace& place = frame.place;
    const Scene& scene = *frame.input.loaded;
    const theme::Palette& palette = theme::colours();
    const float icon = context.px(kHeadIcon);
    const float iconsLeft = place.cardWidth - context.px(8.0f) - 2.0f * icon;
    const std::string title = scene.title.empty() ? scene.name : scene.title;

    ImGui::PushFont(titleFont());
    const std::string shown = cutToFit(title, iconsLeft - context.px(kCardPadding + 26.0f));
    const float wide = ImGui::CalcTextSize(shown.c_str()).x;
    const float size = ImGui::GetFontSize();
    ImGui::PopFont();
    ImGui::SetCursorPos({context.px(6.0f), place.head + context.px(kHeadTop)});
    if (bareButton("title", {wide + context.px(32.0f), icon})) {
        frame.commands.push_back(Run{"gallery"});
    }
    context.note("button.gallery");
    const ImVec2 min = ImGui::GetItemRectMin();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (ImGui::IsItemHovered()) {
        list.AddRectFilled(min, ImGui::GetItemRectMax(), theme::packed(theme::withAlpha(palette.text, 0.07f)),
                           context.px(theme::kCorner));
    }
    list.AddText(titleFont(), size, {min.x + context.px(6.0f), std::floor(min.y + 0.5f * (icon - size))},
                 theme::packed(palette.text), shown.c_str());
    drawIcon(list, Icon::down, {min.x + context.px(10.0f) + wide, min.y + context.px(7.0f)},
             context.px(16.0f), theme::packed(palette.quietText));
    const std::string hint =
        "All presets ({gallery}); {previous_preset} and {next_preset} open the one before and the next";
    tooltip(context, place.isCompact && !scene.watch.empty()
                         ? fmt::format("{}\n\n{}", plainWatch(scene.watch), hint)
                     : shown == title ? hint
                                      : fmt::format("{}\n\n{}", title, hint));

    ImGui::SetCursorPos({iconsLeft, place.head + context.px(kHeadTop)});
    if (iconButton(context, "button.finder", Icon::find, icon, {.isOn = m_finder.isOpen(), .isQuiet = true},
                   "Find a slider, a command or a preset ({find})")) {
        m_finder.toggle();
    }
    ImGui::SetCursorPos({iconsLeft + icon, place.head + context.px(kHeadTop)});
    if (iconButton(context, "button.hide", Icon::hide, icon, {.isQuiet = true}, "Hide the panel ({panel})")) {
        frame.commands.push_back(Run{"panel"});
    }
    if (m_isSaving) {
        ImGui::SetCursorPos({context.px(kCardPadding),
                             place.head + context.px(place.isCompact ? kSubtitleTop : kDescriptionTop)});
        buildSaving(frame);
    } else if (!place.isCompact && !scene.watch.empty()) {
        ImGui::SetCursorPos({context.px(kCardPadding), place.head + context.px(kDescriptionTop)});
        buildWatch(frame, kDescriptionLines);
    }
    if (!m_isSaving || !place.isCompact) {
        ImGui::SetCursorPos({context.px(kCardPadding), place.head + context.px(kSubtitleTop)});
        buildSubtitle(frame);
    }
}

void Panel::buildSubtitle(PanelFrame& frame) {
    const WidgetContext& context = frame.context;
    const Scene& scene = *frame.input.loaded;
    const bool isEdited = frame.view.isEdited();
    constexpr const char* kEdited = "edited";
    constexpr const char* kSave = "Save as…";
    constexpr const char* kSource = "Source";
    const float gap = context.px(8.0f);
    float room = frame.place.cardWidth - 2.0f * context.px(kCardPadding);
    room -= isEdited ? smallSize(context, kEdited).x + smallSize(context, kSave).x + 2.0f * gap : 0.0f;
    room -= scene.source.isEmpty() ? 0.0f : smallSize(context, kSource).x + gap;
    smallWord(context, cutToFit(subtitleOf(scene), room, *ImGui::GetFont(), context.px(kSmallSize)),
              theme::colours().quietText);
    if (!scene.source.isEmpty() && smallLink(context, kSource, "button.source", "The document behind it")) {
        m_layout.folds[kSettingsFold] = true;
        m_layout.folds["source"] = true;
        m_scrollsToTop = true;
    }
    if (isEdited) {
        smallWord(context, kEdited, theme::colours().text);
        if (smallLink(context, kSave, "button.save_as", "Keep this scene as a preset of your own")) {
            askForTitle(frame.input.copyTitle);
        }
    }
}

void Panel::buildHeroes(PanelFrame& frame) {
    const WidgetContext& context = frame.context;
    const ImVec2 start = ImGui::GetCursorPos();
    const float pitch = context.px(kHeroPitch);
    for (std::size_t index = 0; index < m_heroes.size(); ++index) {
        ImGui::SetCursorPos({start.x, start.y + static_cast<float>(index) * pitch});
        buildHeroRow(frame, m_heroes[index]);
    }
    const float width = ImGui::GetContentRegionAvail().x;
    const float below = start.y + static_cast<float>(kMaxHeroes) * pitch + context.px(kLineAbove);
    ImGui::SetCursorPos({start.x, below});
    const ImVec2 line = ImGui::GetCursorScreenPos();
    ImGui::GetWindowDrawList()->AddRectFilled(line, {line.x + width, line.y + context.px(1.0f)},
                                              theme::packed(theme::withAlpha(theme::colours().text, 0.10f)));
    ImGui::SetCursorPos({start.x, below + context.px(3.0f)});
    buildFoot(frame);
}

/// Builds the row below the sliders.
void Panel::buildFoot(PanelFrame& frame) {
    const WidgetContext& context = frame.context;
    const theme::Palette& palette = theme::colours();
    constexpr const char* kAll = "All settings";
    constexpr const char* kTour = "Tour";
    const ImVec2 start = ImGui::GetCursorScreenPos();
    const float right = start.x + ImGui::GetContentRegionAvail().x;
    const float height = context.px(kFootRow);
    const float textTop = std::floor(start.y + 0.5f * (height - ImGui::GetFontSize()));
    const float indent = context.px(17.0f);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Fold fold(&m_layout.folds, kSettingsFold, false);
    const float wide = ImGui::CalcTextSize(kAll).x;
    if (bareButton("settings", {indent + wide + context.px(6.0f), height})) {
        fold.set(!fold.isOpen());
    }
    context.note("button.settings");
    tooltip(context, "Every rule, value and measure of this scene");
    const bool isHovered = ImGui::IsItemHovered();
    drawIcon(list, fold.isOpen() ? Icon::down : Icon::right,
             {start.x - context.px(3.0f), start.y + context.px(6.0f)}, context.px(16.0f),
             theme::packed(isHovered ? palette.text : palette.quietText));
    list.AddText({start.x + indent, textTop}, theme::packed(palette.text), kAll);
    if (frame.view.isEdited()) {
        ImGui::SetCursorScreenPos({start.x + indent + wide + context.px(6.0f), start.y});
        if (bareButton("reset", {context.px(24.0f), height})) {
            frame.edits = frame.view.resetsOfAll();
        }
        context.note("button.reset_all");
        drawIcon(list, Icon::reset,
                 {ImGui::GetItemRectMin().x + context.px(5.0f), start.y + context.px(7.0f)},
                 context.px(13.0f), theme::packed(ImGui::IsItemHovered() ? palette.text : palette.quietText));
        tooltip(context, "Back to the preset's values; the camera stays");
    }
    const float tour = ImGui::CalcTextSize(kTour).x;
    ImGui::SetCursorScreenPos({right - tour, start.y});
    if (bareButton("tour", {tour, height})) {
        frame.commands.push_back(Run{"tour"});
    }
    context.note("button.tour");
    list.AddText({right - tour, textTop}, theme::packed(palette.text), kTour);
    tooltip(context, "Five experiments of a minute each. Your scene comes back afterwards ({tour})");
    ImGui::SetCursorScreenPos({start.x, start.y + height});
}

/// Builds the row that asks for a preset's title.
void Panel::buildSaving(PanelFrame& frame) {
    const WidgetContext& context = frame.context;
    const float gap = context.px(theme::kGrid);
    const float right = frame.place.cardWidth - context.px(kCardPadding);
    const float save = ImGui::CalcTextSize("Save").x + 2.0f * ImGui::GetStyle().FramePadding.x;
    const float cancel = ImGui::CalcTextSize("Cancel").x + 2.0f * ImGui::GetStyle().FramePadding.x;
    ImGui::SetNextItemWidth(right - ImGui::GetCursorPosX() - save - cancel - 2.0f * gap);
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
        frame.commands.push_back(Run{"save_as", {.text = m_saveTitle}});
        m_isSaving = false;
    } else if (isCancelled || isEscaped) {
        m_isSaving = false;
    }
}

void Panel::askForTitle(const std::string& proposed) {
    m_isSaving = m_takesFocus = true;
    m_saveTitle = proposed;
}

void Panel::buildShowButton(const WidgetContext& context, Commands& commands) const {
    const PanelPlace place = panelPlace(context.scale, ImGui::GetIO().DisplaySize, m_layout.width);
    const float icon = context.px(kHeadIcon);
    const ImVec2 at{place.margin + place.cardWidth - context.px(8.0f) - icon,
                    place.margin + place.head + context.px(kHeadTop)};
    ImGui::SetNextWindowPos(at);
    ImGui::SetNextWindowSize({icon, icon});
    pushCardStyle(context, 0.0f);
    ImGui::Begin("show", nullptr, kCardFlags | ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoFocusOnAppearing);
    popCardStyle();
    if (iconButton(context, "button.show", Icon::show, icon, {}, "Show the panel ({panel})")) {
        commands.push_back(Run{"panel"});
    }
    ImGui::End();
}

/// Builds the text "what to watch", at most that many lines of it. A click on a link points its slider out.
void Panel::buildWatch(PanelFrame& frame, int maxLines) {
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
    const float height = maxLines > 0 ? context.px(kDescriptionLine) : ImGui::GetTextLineHeight();
    const float space = ImGui::CalcTextSize(" ").x;
    const float dots = ImGui::CalcTextSize("…").x;
    ImVec2 at = start;
    int id = 0;
    int line = 1;
    bool isOnLink = false;
    bool isSentenceOver = false;
    // Only whole sentences, if they fit.
    const std::string whole =
        maxLines > 0 ? sentencesThatFit(plainWatch(scene.watch), width, maxLines) : std::string();
    std::size_t left = whole.empty() ? std::string::npos : whole.size();
    // `glued`: text that follows the word without a space, such as a comma after a link.
    const auto place = [&](std::string_view word, const std::string& key, std::string_view glued) {
        const float wide = ImGui::CalcTextSize(word.data(), word.data() + word.size()).x;
        const float rest = ImGui::CalcTextSize(glued.data(), glued.data() + glued.size()).x;
        const float needed = line == maxLines && whole.empty() ? wide + rest + dots : wide + rest;
        if (at.x > start.x && at.x + needed > start.x + width) {
            if (line == maxLines) {
                if (!isSentenceOver) {
                    ImGui::GetWindowDrawList()->AddText({at.x - space, at.y},
                                                        theme::packed(theme::colours().quietText), "…");
                }
                return false;
            }
            ++line;
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
            context.note((maxLines > 0 ? "hero.watch." : "watch.") + key);
            const ImU32 colour =
                theme::packed(ImGui::IsItemHovered() ? theme::colours().text : theme::colours().accent);
            ImGui::GetWindowDrawList()->AddText(at, colour, word.data(), word.data() + word.size());
            tooltip(context, "Show this slider");
            isOnLink |= ImGui::IsItemHovered();
        }
        at.x += wide;
        isSentenceOver = word.ends_with('.');
        return true;
    };
    constexpr std::string_view kSpaces = " \n";
    bool isWhole = true;
    for (std::size_t index = 0; isWhole && left > 0 && index < m_watch.size(); ++index) {
        std::string_view rest = m_watch[index].text;
        while (isWhole && left > 0 && !rest.empty()) {
            if (kSpaces.find(rest.front()) != std::string_view::npos) {
                at.x += space;
                rest.remove_prefix(1);
                left -= left == std::string::npos ? 0 : 1;
                continue;
            }
            std::string_view word = rest.substr(0, rest.find_first_of(kSpaces));
            rest.remove_prefix(word.size());
            const bool isLast = left != std::string::npos && word.size() >= left;
            if (isLast) {
                // A clause that ends as a sentence.
                word = std::string_view(whole).substr(whole.size() - left);
                rest = {};
            }
            left -= left == std::string::npos ? 0 : word.size();
            std::string_view glued;
            if (rest.empty() && !isLast && index + 1 < m_watch.size()) {
                glued = m_watch[index + 1].text;
                glued = glued.substr(0, glued.find_first_of(kSpaces));
            }
            isWhole = place(word, m_watch[index].key, glued);
        }
    }
    ImGui::SetCursorScreenPos({start.x, at.y});
    ImGui::Dummy({width, height});
    ImGui::EndGroup();
    if (!isOnLink) {
        isWhole = isWhole && (whole.empty() || whole.size() == plainWatch(scene.watch).size());
        tooltip(context, isWhole ? scene.about : plainWatch(scene.watch));
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
    ImGui::TextUnformatted(fmt::format("There is already a preset \"{}\".", m_overwritten).c_str());
    const bool isConfirmed = ImGui::Button("Replace it");
    frame.context.note("button.replace");
    ImGui::SameLine();
    const bool isRefused = ImGui::Button("Keep it") || frame.context.takeEscape();
    frame.context.note("button.keep");
    if (isConfirmed && m_overwrite) {
        frame.commands.push_back(Run{"save_over", {.text = *m_overwrite}});
    }
    if (isConfirmed || isRefused) {
        m_overwrite.reset();
        ImGui::CloseCurrentPopup();
    }
    ImGui::EndPopup();
}

}  // namespace shoal
