#include "app/state/comparison.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include "ui/sliders/scene_view.hpp"

namespace shoal {

void Comparison::keep() {
    stopMorph();
    m_other = Other{m_player.shown().simulation().scene(), 'A'};
    if (m_split) {
        beginSplit();
    }
    m_messages.post("These settings are A. Change some to make B, and press X to switch");
}

void Comparison::noteLeft(const Scene& settings) {
    if (m_other) {
        m_messages.post("From here the flock goes another way");
        return;
    }
    m_other = Other{settings, 'A'};
    m_messages.post(
        "From here the flock goes another way. A has the settings of the old one: X switches, Y shows both");
}

void Comparison::compare() {
    if (m_split) {
        m_messages.post("A is at the left already. B morphs into it; Shift+X makes these settings A");
        return;
    }
    if (!m_other) {
        return keep();
    }
    stopMorph();
    const Scene now = m_player.shown().simulation().scene();
    SceneView view;
    view.refresh(now, m_other->scene, 1, now.camera, false);
    if (!view.isEdited()) {
        m_messages.post("A and B are the same: change something first");
        return;
    }
    m_edits.applyAsOneGesture(view.resetsOfAll());
    m_messages.post(fmt::format("Settings {}", m_other->letter));
    m_other = Other{now, m_other->letter == 'A' ? 'B' : 'A'};
}

void Comparison::toggleMorph(std::span<const PresetEntry> presets) {
    if (m_morph) {
        return stopMorph();
    }
    if (m_player.shown().playing() != nullptr) {
        m_messages.post("Settings can morph once the take has ended");
        return;
    }
    const std::string& name = m_panel.morph().preset;
    if (name.empty()) {
        if (!m_other) {
            m_messages.post(
                "Press X to keep these settings as A and change some; then B morphs into A. Or "
                "choose a preset in the list beside Morph");
            return;
        }
        return beginMorph(m_other->scene, std::string(1, m_other->letter));
    }
    const auto entry = std::ranges::find(presets, name, &PresetEntry::name);
    if (entry == presets.end()) {
        m_messages.postProblem(fmt::format("There is no preset {} any more", name));
        return;
    }
    const auto begin = [this, title = entry->title,
                        beginning = m_player.shown().beginning()](const Result<Scene>& scene) {
        if (!scene) {
            m_messages.postProblem(scene.problem().text);
        } else if (!m_morph && m_player.shown().playing() == nullptr &&
                   m_player.shown().beginning() == beginning) {
            beginMorph(*scene, title);
        }
    };
    if (entry->file.empty()) {
        begin(openEntry(*entry));
    } else {
        m_background.run([entry = *entry] { return openEntry(entry); }, begin);
    }
}

void Comparison::beginMorph(const Scene& target, const std::string& name) {
    m_edits.apply();  // earlier requests are not part of the morph
    const Simulation& simulation = m_player.shown().simulation();
    const float seconds = m_panel.morph().seconds;
    const auto steps = std::lround(seconds * static_cast<float>(m_player.shown().stepsPerSecond()));
    auto morph = Morph::between(simulation.scene(), target, simulation.stepCount(),
                                static_cast<std::uint64_t>(std::max(1L, steps)));
    if (!morph) {
        m_messages.postProblem(morph.problem().text);
        return;
    }
    if (morph->isEmpty()) {
        m_messages.post(fmt::format("These are the settings of {} already", name));
        return;
    }
    m_edits.history().endGesture();
    m_edits.holdGesture(true);
    m_figures.beginMark(simulation, morph->keys(), "→ " + name);
    m_panel.showStripAtFirst();
    m_player.beginMorph(*morph);
    m_morph.emplace(RunningMorph{std::move(*morph), simulation.scene(), name, std::nullopt});
    if (m_other && m_panel.morph().preset.empty()) {
        m_morph->after = Other{simulation.scene(), m_other->letter == 'A' ? 'B' : 'A'};
    }
    m_messages.post(fmt::format("Morphing into {} within {:.0f} s. Esc or a drag stops it", name, seconds));
}

void Comparison::endMorph() {
    const RunningMorph morph = takeMorph();
    noteMorphed(morph.morph.goal(), morph.from);
    if (morph.after && !m_split) {
        m_other = morph.after;
    }
    m_messages.post(
        fmt::format("These are the settings of {} now. Ctrl+Z brings the former back", morph.name));
}

void Comparison::stopMorph() {
    if (!m_morph) {
        return;
    }
    const double progress = *morphProgress();
    const RunningMorph morph = takeMorph();
    m_player.stopMorph();
    std::vector<Edit> shown;
    for (const std::string& key : morph.morph.keys()) {
        if (const auto value = m_player.shown().simulation().scene().value(key)) {
            shown.push_back({key, *value});
            m_player.queue(shown.back());  // the flock may be a step further
        }
    }
    m_edits.apply();
    noteMorphed(shown, morph.from);
    m_messages.post(fmt::format("Stopped the morph at {:.0f} %. Ctrl+Z brings the former settings back",
                                progress * 100.0));
}

Comparison::RunningMorph Comparison::takeMorph() {
    m_edits.holdGesture(false);
    return *std::exchange(m_morph, std::nullopt);
}

/// Notes what a morph changed as one gesture.
void Comparison::noteMorphed(const std::vector<Edit>& edits, const Scene& from) {
    EditHistory& history = m_edits.history();
    history.endGesture();
    history.note(changesOf(edits, from));
    history.endGesture();
    m_figures.endMark(m_player.shown().simulation());
}

std::optional<double> Comparison::morphProgress() const {
    return m_morph ? std::optional(m_player.morphProgress()) : std::nullopt;
}

void Comparison::toggleSplit() {
    if (m_split) {
        return endSplit();
    }
    if (m_player.shown().playing() != nullptr) {
        m_messages.post("Two settings can be shown side by side once the take has ended");
        return;
    }
    m_edits.apply();
    const bool isNew = !m_other;
    if (isNew) {
        m_other = Other{m_player.shown().simulation().scene(), 'A'};
    }
    if (m_other->letter == 'B') {
        compare();  // A belongs on the left
    }
    beginSplit();
    m_messages.post(isNew ? "A, on the left, keeps these settings; your changes now affect only B. Esc "
                            "ends it and keeps B"
                          : "Left: A. Right: B. Your changes affect only B; Esc ends it and keeps B");
}

/// Begins A as a copy of the flock now, with the other settings.
void Comparison::beginSplit() {
    m_stage.showBeside(nullptr);
    m_player.split(m_other->scene);
    m_split = std::make_unique<SideBySide>(m_background);
    m_stage.showBeside(m_player.beside());
    m_panel.showStripAtFirst();
}

void Comparison::endSplit() {
    if (m_split) {
        dropSplit();
        m_messages.post("These are the settings B. X switches to A");
    }
}

void Comparison::dropSplit() {
    m_stage.showBeside(nullptr);
    m_player.endSplit();
    m_split.reset();
}

void Comparison::drawSplitOverlay(const WidgetContext& context) {
    if (m_split) {
        drawSplit(context,
                  {m_layout.textLeft, m_layout.pictureLeft, m_layout.textRight,
                   m_layout.height() - m_layout.coveredBelow},
                  m_split->differences(*m_player.beside(), m_player.shown()));
    }
}

void Comparison::update(bool hasMorphed, double now) {
    if (m_morph && hasMorphed) {
        endMorph();
    }
    if (m_split) {
        m_split->update(*m_player.beside(), now);
    }
}

void Comparison::restart() {
    if (m_split) {
        m_split->restart();
    }
}

void Comparison::drop() {
    m_morph.reset();
    m_edits.holdGesture(false);
    dropSplit();
    m_other.reset();
}

}  // namespace shoal
