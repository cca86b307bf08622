#include "viewer/find/finder.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <shoal/measures.hpp>

#include "ui/layout/panel_layout.hpp"
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
    OtherWords{"count",
               "number of boids population size more boids more fish more birds more animals fewer fish "
               "fewer birds"},
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
    OtherWords{"wander", "noise random randomness"},
    OtherWords{"camera", "view lens orbit"},
    OtherWords{"start", "initial spawn"},
    OtherWords{"body", "animal species bees ants people insects crowd robots import model mesh obj"},
    OtherWords{"body_length", "scale large small"},
    OtherWords{"species", "kind"},
    OtherWords{"perception.blind_angle", "vision cone blind spot"},
    OtherWords{"perception.kind", "topological seven nearest"},
    OtherWords{"limit_speed", "max maximum top"},
    OtherWords{"count", "add spawn"},
    OtherWords{"noise", "randomness random error"},
    OtherWords{"avoid_obstacles", "collision collide"},
    OtherWords{"separation", "collision collide crowding"},
    OtherWords{"cohesion", "attraction attract pull"},
    OtherWords{"friction", "drag resistance air"},
    OtherWords{"camera.distance", "zoom closer nearer far"},
    OtherWords{"camera.field_of_view", "fov focal length wide tele"},
    OtherWords{"camera.orbit", "spin rotate turntable"},
    OtherWords{"look.place", "background backdrop environment sky sea lab plain"},
    OtherWords{"look.paper", "background colour color white plain"},
    OtherWords{"look.brightness", "exposure brighter darker light contrast lut grade"},
    OtherWords{"look.shadow", "shadows"},
    OtherWords{"look.depth_of_field", "dof focus bokeh blur sharp"},
    OtherWords{"look.bloom", "glow"},
    OtherWords{"look.vignette", "dark corners"},
    OtherWords{"look.sun_elevation", "sunset sunrise night evening dusk dawn time of day light"},
    OtherWords{"look.clouds", "weather overcast"},
    OtherWords{"look.turbidity", "mist"},
    OtherWords{"look.grass", "plants ground"},
    OtherWords{"look.colour_by", "speed heading colours tint value"},
    OtherWords{"look.palette", "colour color blind safe gradient"},
    OtherWords{"look.trail", "trails tails lines tracks path"},
    OtherWords{"look.show_world", "bounding box bounds cage grid axes ruler"},
    OtherWords{"panel.size", "big large text font scale ui zoom accessibility"},
    OtherWords{"panel.theme", "dark light mode contrast colours appearance skin"},
    OtherWords{"polarisation", "order parameter polarization alignment aligned"},
    OtherWords{"milling", "rotation vortex torus angular"},
};

/// Words that people use for a preset, by its name.
constexpr std::array kPresetWords{
    OtherWords{"bait-ball", "shark tuna predator hunter attack hunt"},
    OtherWords{"starlings", "birds murmuration eagle falcon hawk raptor dusk"},
    OtherWords{"stampede", "herd sheep cattle horses gnu wildebeest wolf dog lion savanna"},
    OtherWords{"vicsek", "particles bacteria noise"},
    OtherWords{"vicsek-groups", "phase transition"},
    OtherWords{"opensteer", "steering reynolds"},
    OtherWords{"boidwatching", "reynolds original"},
    OtherWords{"reef-pointer", "mouse attract cursor"},
    OtherWords{"parker-scatter", "scare startle fright"},
};

/// What people look for that lies elsewhere, or that there is not: a sentence each.
struct Answer {
    std::string_view text;
    std::string_view words;
};
constexpr std::array kAnswers{
    Answer{"There is no sound: add music in a video editor",
           "sound music audio mute soundtrack volume voice"},
    Answer{"The program speaks English only", "language translate translation german deutsch french locale"},
    Answer{"There is no view for a VR headset", "vr headset stereo 360 goggles"},
    Answer{"Speed of time: click Live, beside the icons; in films, + Slider of the storyboard",
           "slow motion fast forward slower faster lapse speed of time"},
    Answer{"There is no rain or snow: clouds, haze and the sun change the light",
           "rain snow weather thunder"},
    Answer{"The camera never shakes; its orbit is a setting", "camera shake handheld reduce motion dizzy"},
    Answer{"There is no upload: films are in your Videos folder",
           "youtube upload share cloud tiktok instagram post"},
    Answer{"Follow an animal: click it, and again to let it go", "follow select track pick choose tag"},
    Answer{"Quality: under Look in All settings, and shadows and beams of light come with it",
           "quality graphics anti-aliasing antialiasing aa smooth edges god rays beams shadows gpu lag slow"},
    Answer{"Slow? Click Live, beside the icons, to see why",
           "fps frame rate lag slow performance speed up gpu stutter"},
    Answer{"Motion blur is a setting of films, under their icon", "motion blur shutter"},
    Answer{"Data in a terminal: shoal simulate writes positions and measures as CSV",
           "export csv excel data spreadsheet alembic blender fbx usd positions coordinates"},
    Answer{"Many runs in a terminal: shoal sweep",
           "parameter sweep batch phase transition runs experiment scan"},
    Answer{"Programs: the Python package, C++, and film scripts",
           "script scripting python lua code api automate"},
    Answer{"Your own rules: plugins in C++, as the manual says",
           "plugin plugins extension mod behaviour addon"},
    Answer{"Your own bodies: body = \"file.obj\" in a preset", "import model mesh obj fbx gltf wireframe"},
    Answer{"Units: metres, seconds and degrees", "units metres meters miles km imperial metric"},
    Answer{"Sources: each preset's card names its own", "cite citation reference paper doi author source"},
    Answer{"Saving: Save as, in the list of the icon with three dots", "save duplicate store copy as preset"},
    Answer{"Versions: shoal --version in a terminal", "update upgrade version about"},
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

std::string wordsOfPreset(std::string_view name) {
    const auto* const found = std::ranges::find(kPresetWords, name, &OtherWords::key);
    return found != kPresetWords.end() ? std::string(found->words) : std::string();
}

/// The panel's own settings, which no scene has.
void addPanelSettings(std::vector<Findable>& all) {
    for (const Parameter& parameter : PanelLook::parameters) {
        const std::string key = fmt::format("{}{}", kPanelKeys, parameter.declared.key);
        all.push_back({.kind = Findable::Kind::tunable,
                       .name = "Panel " + lowered(labelOf(parameter.declared.key)),
                       .note = "This panel",
                       .words = lowered(fmt::format("{} {}", key, otherWords(key))),
                       .help = std::string(parameter.declared.help),
                       .key = key});
    }
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
            all.push_back({.kind = Findable::Kind::tunable,
                           .name = section.title + of,
                           .note = "Rule",
                           .words = lowered(fmt::format("{} {}", key, otherWords(key))),
                           .help = std::string(section.rule->info().help),
                           .key = key,
                           .isIdle = isIdle});
        }
        for (const Parameter& parameter : section.tunables.parameters) {
            const std::string key = fmt::format("{}.{}", section.path, parameter.declared.key);
            const std::string label = labelOf(parameter.declared.key);
            // "Alignment weight", but "Sun elevation" of the look.
            const bool isLook = section.path == "look";
            all.push_back({.kind = Findable::Kind::tunable,
                           .name = isLook ? label : fmt::format("{} {}{}", section.title, lowered(label), of),
                           .note = isLook                    ? "Look"
                                   : section.rule != nullptr ? "Rule"
                                                             : "Setting",
                           .words = lowered(fmt::format("{} {}", key, otherWords(key))),
                           .help = std::string(parameter.declared.help),
                           .isPart = true,
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
            .words = lowered(fmt::format("{} {}", preset.name, wordsOfPreset(preset.name))),
            .about = lowered(preset.words),
            .help = preset.watch,
            .preset = index};
}

std::vector<Findable> findables(const SceneView& view, std::span<const PresetItem> presets,
                                const CommandTable& commands) {
    std::vector<Findable> all;
    addTunables(all, view);
    addPanelSettings(all);
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
                       .words = lowered(fmt::format("{} {}", column.key, otherWords(column.key))),
                       .help = std::string(column.help),
                       .key = std::string(column.key)});
    }
    for (const Answer& answer : kAnswers) {
        all.push_back({.kind = Findable::Kind::answer,
                       .name = std::string(answer.text),
                       .note = {},
                       .words = std::string(answer.words)});
    }
    return all;
}

std::vector<std::size_t> findIn(std::span<const Findable> all, std::string_view query) {
    const std::vector<std::string> words = wordsOf(query);
    const std::string low = lowered(query);
    std::vector<std::pair<int, std::size_t>> ranked;
    for (std::size_t index = 0; !words.empty() && index < all.size(); ++index) {
        const Findable& each = all[index];
        const std::string name = lowered(each.name);
        const std::string help = lowered(each.help) + " " + each.about;
        int rank = name.starts_with(words.front()) ? 0 : 1;
        bool isFound = true;
        for (const std::string& word : words) {
            const bool isInName = hasWordFrom(name, word);
            const bool isInWords = hasWordFrom(each.words, word);
            isFound = isFound && (isInName || isInWords || hasWordFrom(help, word));
            rank += isInName ? 0 : isInWords ? 4 : 8;
        }
        // Words that belong together are said of one thing.
        rank = words.size() > 1 && hasWordFrom(each.words, low) ? 0 : rank;
        rank = 4 * rank + (each.isIdle ? 2 : 0) + (each.isPart ? 1 : 0);
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
        const ImVec2 moved = ImGui::GetIO().MouseDelta;
        if (ImGui::IsItemHovered() && (moved.x != 0.0f || moved.y != 0.0f)) {
            m_chosen = row;
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
