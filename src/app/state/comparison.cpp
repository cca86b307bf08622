#include "app/state/comparison.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include "ui/overlay/split.hpp"
#include "ui/sliders/scene_view.hpp"

namespace shoal {

Scene Comparison::settingsOfA() const {
    if (m_whatIf) {
        return m_whatIf->settings;
    }
    if (m_kept) {
        return m_kept->scene;
    }
    Scene settings = m_player.shown().loaded();
    settings.look = m_player.shown().simulation().scene().look;
    return settings;
}

void Comparison::toggle() {
    if (m_split) {
        return endSplit();
    }
    if (m_player.shown().playing() != nullptr) {
        m_messages.post(m_player.isRewound() ? "Go back to live first (H) to compare two settings"
                                             : "Two settings can be compared once the take has ended");
        return;
    }
    m_edits.apply();
    beginSplit();
}

void Comparison::keep() {
    stopMorph();
    m_edits.apply();
    keepAs(m_player.shown().simulation().scene(), "kept");
    if (m_split) {
        beginSplit();
    }
    m_messages.post("These settings are A now. Change some to make B");
}

void Comparison::keepA() {
    if (!m_split) {
        m_messages.post("Press X first to compare");
        return;
    }
    takeSettingsOfA();
    dropSplit();
    m_messages.post("Kept A's settings. Ctrl+Z brings B's back");
}

void Comparison::swap() {
    if (!m_split) {
        m_messages.post("Press X first to compare");
        return;
    }
    m_edits.apply();
    const Scene now = m_player.shown().simulation().scene();
    takeSettingsOfA();
    keepAs(now, "B until the swap");
    beginSplit();
    m_messages.post("Swapped A and B. Swap again to bring them back");
}

void Comparison::keepAs(const Scene& settings, const std::string& name) {
    ++m_choicesOfA;
    m_kept = Kept{settings, name, true};
}

void Comparison::takeSettingsOfA() {
    stopMorph();
    m_edits.apply();
    const Scene now = m_player.shown().simulation().scene();
    SceneView view;
    view.refresh(now, settingsOfA(), 1, now.camera, false);
    m_edits.applyAsOneGesture(view.resetsOfAll());
}

void Comparison::compareWith(const std::string& preset, std::span<const PresetEntry> presets) {
    stopMorph();
    if (preset.empty()) {
        ++m_choicesOfA;
        m_kept.reset();
        if (m_split) {
            beginSplit();
        }
        return;
    }
    const auto entry = std::ranges::find(presets, preset, &PresetEntry::name);
    if (entry == presets.end()) {
        m_messages.postProblem(fmt::format("There is no preset {} any more", preset));
        return;
    }
    const auto use = [this, title = entry->title, choice = ++m_choicesOfA,
                      beginning = m_player.shown().beginning()](const Result<Scene>& scene) {
        if (!scene) {
            m_messages.postProblem(scene.problem().text);
        } else if (m_split && m_player.shown().beginning() == beginning && choice == m_choicesOfA) {
            stopMorph();
            keepPreset(*scene, title);
        }
    };
    if (entry->file.empty()) {
        use(openEntry(*entry));
    } else {
        m_background.run([entry = *entry] { return openEntry(entry); }, use);
    }
}

/// Makes A this flock with a preset's settings.
void Comparison::keepPreset(const Scene& preset, const std::string& title) {
    Scene settings = m_player.shown().simulation().scene();
    const auto change = Morph::between(settings, preset, 0, 1);
    if (!change) {
        m_messages.postProblem("A cannot have these settings: " + change.problem().text);
        return;
    }
    for (const Edit& edit : change->goal()) {
        [[maybe_unused]] const auto applied = settings.apply(edit);
    }
    keepAs(settings, title);
    beginSplit();
}

void Comparison::noteAbandonedBranch(const Player::AbandonedBranch& left) {
    if (m_kept && m_kept->isByUser) {
        m_messages.post("From here the flock goes another way");
        return;
    }
    // A change undone there that was only made later leaves the settings there as they were.
    const bool isSame = differencesOf(left.then, m_player.shown().simulation().scene()).empty();
    m_kept = Kept{isSame ? left.later : left.then, "as it was"};
    if (!std::exchange(m_hasShownAbandonedBranch, true)) {
        beginSplit();
        m_messages.post("From here the flock goes another way. A has the old settings");
    } else {
        m_messages.post("From here the flock goes another way. X compares it with the old settings");
    }
}

void Comparison::toggleMorph() {
    if (m_morph) {
        return stopMorph();
    }
    if (m_player.shown().playing() != nullptr) {
        m_messages.post("Settings can morph once the take has ended");
        return;
    }
    beginMorph();
}

void Comparison::beginMorph() {
    m_edits.apply();  // earlier requests are not part of the morph
    const Simulation& simulation = m_player.shown().simulation();
    const float seconds = m_panel.morphSeconds();
    const auto steps = std::lround(seconds * static_cast<float>(m_player.shown().stepsPerSecond()));
    auto morph = Morph::between(simulation.scene(), settingsOfA(), simulation.stepCount(),
                                static_cast<std::uint64_t>(std::max(1L, steps)));
    if (!morph) {
        m_messages.postProblem("These settings cannot morph: " + morph.problem().text);
        return;
    }
    if (morph->isEmpty()) {
        m_messages.post("These are the settings of A already: change something first");
        return;
    }
    m_edits.history().endGesture();
    m_edits.holdGesture(true);
    m_figures.beginMark(simulation, morph->keys(), "→ A");
    m_panel.showStripAtFirst();
    m_player.beginMorph(*morph);
    m_morph.emplace(RunningMorph{std::move(*morph), simulation.scene()});
    m_messages.post(fmt::format("Morphing into A within {:.0f} s. Esc or a drag stops it", seconds));
}

void Comparison::endMorph() {
    const RunningMorph morph = takeMorph();
    noteMorphed(morph.morph.goal(), morph.from);
    m_messages.post("These are the settings of A now. Ctrl+Z brings the former back");
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

void Comparison::changeInA(const BoidChange& change, const std::string& name) {
    if (m_player.shown().playing() != nullptr) {
        m_messages.post("A boid can be changed once the take has ended");
        return;
    }
    stopMorph();
    m_edits.apply();
    m_whatIf = WhatIfA{name, change.isRemoved, m_player.shown().simulation().scene()};
    split(m_whatIf->settings, change);
    m_messages.post(fmt::format("In A, {} {}. B, your flock, goes on as it was", name,
                                change.isRemoved ? "is gone" : "was turned to the right"));
}

/// Begins A as a copy of the flock now with the other settings.
void Comparison::beginSplit() {
    m_whatIf.reset();
    split(settingsOfA(), {});
}

void Comparison::split(const Scene& settings, const std::optional<BoidChange>& change) {
    m_stage.showDistances(nullptr, 0.0f);
    m_stage.showBeside(nullptr);
    m_player.split(settings, change);
    m_split = std::make_unique<SideBySide>(m_background);
    m_stage.showBeside(m_player.beside());
    m_panel.showStripAtFirst();
}

void Comparison::endSplit() {
    if (m_split) {
        m_messages.post(m_whatIf ? "Kept B" : "Kept B. X compares it with A again");
        dropSplit();
    }
}

void Comparison::dropSplit() {
    m_stage.showBeside(nullptr);
    m_stage.showDistances(nullptr, 0.0f);
    m_player.endSplit();
    m_split.reset();
    m_whatIf.reset();
}

void Comparison::drawSplitOverlay(const WidgetContext& context) {
    if (m_split) {
        drawSplit(context, m_layout.pictureLeft, m_layout.height() - m_layout.coveredBelow);
    }
}

const CompareInput* Comparison::input(std::span<const PresetItem> presets) {
    if (!m_split || m_player.beside() == nullptr) {
        return nullptr;
    }
    m_input = {.middle = m_layout.pictureLeft,
               .differences = m_split->differences(
                   m_whatIf ? m_whatIf->settings : m_player.beside()->simulation().scene(), m_player.shown()),
               .nameOfA = m_kept ? m_kept->name : std::string("as loaded"),
               .presets = presets,
               .morphProgress = morphProgress(),
               .changed = m_whatIf ? m_whatIf->name : std::string(),
               .isRemoved = m_whatIf && m_whatIf->isRemoved};
    if (const Spread* const spread = m_player.spread()) {
        m_input.front = spread->speed();
    }
    return &m_input;
}

void Comparison::update(bool hasMorphed, double now) {
    if (m_morph && hasMorphed) {
        endMorph();
    }
    if (m_split) {
        m_split->update(*m_player.beside(), now);
        const Spread* const spread = m_player.spread();
        m_stage.showDistances(spread != nullptr ? &spread->distances : nullptr,
                              spread != nullptr ? spread->threshold : 0.0f);
    }
}

void Comparison::restart() {
    if (m_whatIf) {
        dropSplit();  // both are the same again
    } else if (m_split) {
        m_split->restart();
    }
}

void Comparison::drop() {
    m_morph.reset();
    m_edits.holdGesture(false);
    dropSplit();
    m_kept.reset();
}

}  // namespace shoal
