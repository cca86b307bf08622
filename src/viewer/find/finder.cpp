#include "viewer/find/finder.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <shoal/measures.hpp>

#include "ui/text/value_text.hpp"
#include "ui/widgets/keyboard.hpp"
#include "ui/widgets/theme.hpp"
#include "viewer/measures/measure_strip.hpp"

namespace shoal {

namespace {

constexpr std::size_t kMaxFound = 8;
constexpr float kFinderWidth = 540.0f;  // [px] at scale 1
constexpr float kFoundHeight = 34.0f;   // [px] at scale 1

/// Words that people use for a tunable, by the part of its key that they mean.
struct OtherWords {
    std::string_view key;
    std::string_view words;
};
constexpr std::array kOtherWords{
    OtherWords{"perception", "neighbours neighbors sight sees perceives vision view range"},
    OtherWords{"count", "number of boids population size fish birds more fewer"},
    OtherWords{"contain", "walls wall bounds edge"},
    OtherWords{"soft_box", "walls soft box"},
    OtherWords{"prefer_horizontal", "stay level flat"},
    OtherWords{"prefer_height", "keep a height altitude"},
    OtherWords{"avoid_obstacles", "avoid stones obstacle"},
    OtherWords{"obstacle", "stone object"},
    OtherWords{"attractor", "lure scare point pull strength pointer"},
    OtherWords{"limit_speed", "movement flight fastest slowest"},
    OtherWords{"limit_acceleration", "movement flight force"},
    OtherWords{"limit_turn", "movement flight turning rate"},
    OtherWords{"turbidity", "haze fog murky clear"},
    OtherWords{"water_type", "sea colour green blue ocean plankton"},
    OtherWords{"colour_by", "color palette"},
    OtherWords{"separation", "keep apart distance avoid"},
    OtherWords{"alignment", "match heading follow velocity"},
    OtherWords{"cohesion", "stay together centre clump"},
    OtherWords{"wander", "noise random"},
    OtherWords{"camera", "view lens orbit zoom"},
    OtherWords{"start", "initial spawn"},
};

std::string lowered(std::string_view text) {
    std::string low(text);
    std::ranges::transform(low, low.begin(), [](unsigned char letter) {
        return static_cast<char>(letter < 0x80 ? std::tolower(letter) : letter);
    });
    return low;
}

bool isWordStart(std::string_view text, std::size_t at) {
    return at == 0 || (std::isalnum(static_cast<unsigned char>(text[at - 1])) == 0 &&
                       static_cast<unsigned char>(text[at - 1]) < 0x80);
}

bool hasWordFrom(std::string_view text, std::string_view start) {
    for (std::size_t at = text.find(start); at != std::string_view::npos; at = text.find(start, at + 1)) {
        if (isWordStart(text, at)) {
            return true;
        }
    }
    return false;
}

std::vector<std::string> wordsOf(std::string_view text) {
    std::vector<std::string> words;
    std::string low = lowered(text);
    for (std::size_t from = low.find_first_not_of(' '); from != std::string::npos;) {
        const std::size_t end = std::min(low.find(' ', from), low.size());
        words.push_back(low.substr(from, end - from));
        from = low.find_first_not_of(' ', end);
    }
    return words;
}

std::string otherWords(std::string_view key) {
    std::string words;
    for (const OtherWords& other : kOtherWords) {
        if (key.find(other.key) != std::string_view::npos) {
            words += ' ';
            words += other.words;
        }
    }
    return words;
}

void addTunables(std::vector<Findable>& all, const SceneView& view) {
    for (const Section& section : view.sections()) {
        if (section.isFixed) {
            continue;
        }
        const auto& species = view.scene().species;
        const std::string of = section.speciesIndex >= 0 && species.size() > 1
                                   ? " · " + species[static_cast<std::size_t>(section.speciesIndex)].name
                                   : std::string();
        const bool isIdle = section.rule != nullptr && !section.rule->isEnabled;
        if (section.rule != nullptr) {
            const std::string key = section.path + ".enabled";
            all.push_back(
                {.kind = Findable::Kind::tunable,
                 .name = section.title + of,
                 .note = "Rule",
                 .words = lowered(fmt::format("{} {} {}", key, section.rule->info().help, otherWords(key))),
                 .help = std::string(section.rule->info().help),
                 .key = key,
                 .isIdle = isIdle});
        }
        for (const Parameter& parameter : section.tunables.parameters) {
            const std::string key = fmt::format("{}.{}", section.path, parameter.declared.key);
            all.push_back(
                {.kind = Findable::Kind::tunable,
                 .name = fmt::format("{} {}{}", section.title, lowered(labelOf(parameter.declared.key)), of),
                 .note = section.rule != nullptr ? "Rule" : "Setting",
                 .words = lowered(fmt::format("{} {} {}", key, parameter.declared.help, otherWords(key))),
                 .help = std::string(parameter.declared.help),
                 .key = key,
                 .isIdle = isIdle});
        }
    }
}

}  // namespace

Findable findablePreset(std::span<const PresetItem> presets, std::size_t index) {
    const PresetItem& preset = presets[index];
    return {.kind = Findable::Kind::preset,
            .name = preset.title,
            .note = "Preset",
            .words = lowered(fmt::format("{} {} {}", preset.name, preset.watch, preset.words)),
            .preset = index};
}

std::vector<Findable> findables(const SceneView& view, std::span<const PresetItem> presets,
                                const CommandTable& commands) {
    std::vector<Findable> all;
    addTunables(all, view);
    for (const NamedCommand* command : commands.named()) {
        all.push_back({.kind = Findable::Kind::command,
                       .name = std::string(command->name),
                       .note = commands.keyOf(command->id),
                       .words = std::string(command->words),
                       .command = command->id});
    }
    for (std::size_t index = 0; index < presets.size(); ++index) {
        all.push_back(findablePreset(presets, index));
    }
    for (const MeasureColumn& column : measureColumns()) {
        all.push_back({.kind = Findable::Kind::measure,
                       .name = nameOf(column),
                       .note = "Measure: plots it",
                       .words = lowered(fmt::format("{} {}", column.key, column.help)),
                       .help = std::string(column.help),
                       .key = std::string(column.key)});
    }
    return all;
}

std::vector<std::size_t> findIn(std::span<const Findable> all, std::string_view query) {
    const std::vector<std::string> words = wordsOf(query);
    std::vector<std::pair<int, std::size_t>> ranked;
    for (std::size_t index = 0; !words.empty() && index < all.size(); ++index) {
        const std::string name = lowered(all[index].name);
        int rank = name.starts_with(words.front()) ? 0 : 1;
        bool isFound = true;
        for (const std::string& word : words) {
            const bool isInName = hasWordFrom(name, word);
            isFound = isFound && (isInName || hasWordFrom(all[index].words, word));
            rank += isInName ? 0 : 4;
        }
        rank = 2 * rank + (all[index].isIdle ? 1 : 0);
        if (isFound) {
            ranked.emplace_back(rank, index);
        }
    }
    std::ranges::stable_sort(ranked, {}, &std::pair<int, std::size_t>::first);
    std::vector<std::size_t> indices;
    for (const auto& [rank, index] : ranked) {
        indices.push_back(index);
    }
    return indices;
}

void Finder::toggle() {
    m_isOpen = !m_isOpen;
    m_takesFocus = m_isOpen;
    m_query.clear();
    m_revision.reset();
}

void Finder::refresh(const WidgetContext& context, const Input& input) {
    if (m_revision != input.revision) {
        m_revision = input.revision;
        m_all = findables(input.view, input.presets, *context.commands);
        m_rows = findIn(m_all, m_query);
    }
    if (m_found != m_query) {
        m_found = m_query;
        m_rows = findIn(m_all, m_query);
        m_chosen = 0;
    }
    m_chosen = std::min(m_chosen, m_rows.empty() ? 0 : std::min(m_rows.size(), kMaxFound) - 1);
}

std::optional<Findable> Finder::build(const WidgetContext& context, const Input& input,
                                      const PanelPlace& place) {
    if (!m_isOpen || context.commands == nullptr) {
        return std::nullopt;
    }
    const float view = ImGui::GetIO().DisplaySize.x;
    const float left = place.isCompact ? place.margin : place.free;
    const float room = view - left - place.margin;
    const float width = std::min(context.px(kFinderWidth), room);
    ImGui::SetNextWindowPos({left + 0.5f * (room - width), place.margin});
    ImGui::SetNextWindowSize({width, 0.0f});
    ImGui::PushStyleColor(ImGuiCol_WindowBg, theme::colours().popup);
    pushCardStyle(context, 3.0f * theme::kGrid);
    if (m_takesFocus) {
        ImGui::SetNextWindowFocus();
    }
    ImGui::Begin("find", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoNav);
    popCardStyle();
    ImGui::PopStyleColor();
    if (std::exchange(m_takesFocus, false)) {
        focusNextField();
    }
    ImGui::SetNextItemWidth(-1.0f);
    ImGui::InputTextWithHint("##query", "Find a slider, a command, a preset or a measure", &m_query);
    context.note("find.field");
    const bool hasField = ImGui::IsItemActive() || ImGui::IsItemDeactivated();
    refresh(context, input);
    std::optional<Findable> chosen;
    buildRows(context, input, chosen);
    if (hasField && isEnterPressed() && m_chosen < m_rows.size()) {
        chosen = m_all[m_rows[m_chosen]];
    }
    const bool isLeft = ImGui::IsMouseClicked(ImGuiMouseButton_Left) &&
                        !ImGui::IsWindowHovered(ImGuiHoveredFlags_RootAndChildWindows |
                                                ImGuiHoveredFlags_AllowWhenBlockedByActiveItem);
    if (chosen || context.takeEscape() || (isLeft && !ImGui::IsWindowAppearing())) {
        m_isOpen = false;
        releaseKeyboard();
    }
    ImGui::End();
    return chosen;
}

void Finder::buildRows(const WidgetContext& context, const Input& input, std::optional<Findable>& chosen) {
    const std::size_t count = std::min(m_rows.size(), kMaxFound);
    if (count > 0) {
        m_chosen = isKeyPressed(ImGuiKey_DownArrow) ? (m_chosen + 1) % count
                   : isKeyPressed(ImGuiKey_UpArrow) ? (m_chosen + count - 1) % count
                                                    : m_chosen;
    }
    for (std::size_t row = 0; row < count; ++row) {
        const Findable& found = m_all[m_rows[row]];
        ImGui::PushID(static_cast<int>(row));
        const float height = context.px(kFoundHeight) - ImGui::GetStyle().ItemSpacing.y;
        if (ImGui::Selectable("##row", row == m_chosen, 0, {0.0f, height})) {
            chosen = found;
        }
        context.note(fmt::format("find.{}", row));
        const ImVec2 min = ImGui::GetItemRectMin();
        const ImVec2 max = ImGui::GetItemRectMax();
        std::string right = found.note;
        if (found.kind == Findable::Kind::tunable) {
            const auto value = input.view.scene().value(found.key);
            const auto loaded = std::ranges::find(input.view.sections(),
                                                  std::string_view(found.key).substr(0, found.key.rfind('.')),
                                                  &Section::path);
            const auto index =
                loaded == input.view.sections().end()
                    ? std::nullopt
                    : loaded->tunables.find(std::string_view(found.key).substr(found.key.rfind('.') + 1));
            right = index && value ? valueText(loaded->tunables.parameters[*index], *value)
                    : value        ? (*value != 0.0 ? "on" : "off")
                                   : found.note;
        }
        drawLabelAndValue(context, min, max, found.name, right);
        ImGui::PopID();
    }
    // Why it was found, which its name may not say.
    if (count > 0 && !m_all[m_rows[m_chosen]].help.empty()) {
        ImGui::PushStyleColor(ImGuiCol_Text, theme::colours().quietText);
        ImGui::TextWrapped("%s", m_all[m_rows[m_chosen]].help.c_str());
        ImGui::PopStyleColor();
        context.note("find.help");
    }
    if (m_rows.size() > count) {
        ImGui::TextDisabled("%s", fmt::format("{} more: type more letters", m_rows.size() - count).c_str());
        context.note("find.more");
    }
    if (count == 0 && !m_query.empty()) {
        ImGui::TextDisabled("Nothing has that name");
        context.note("find.nothing");
    }
}

}  // namespace shoal
