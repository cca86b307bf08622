#include "viewer/compare/comparison.hpp"

#include <utility>

#include <fmt/format.h>

#include "play/background/background.hpp"
#include "ui/overlay/messages.hpp"
#include "viewer/camera/views.hpp"
#include "viewer/compare/split.hpp"
#include "viewer/edits/edits.hpp"
#include "viewer/host/panels.hpp"
#include "viewer/scenes/listed_presets.hpp"
#include "viewer/stage/stage.hpp"

namespace shoal {

Comparison::Comparison(const Services& services)
    : m_services(services),
      m_player(services.player),
      m_stage(services.stage),
      m_messages(services.messages),
      m_background(services.background),
      m_layout(services.layout),
      m_edits(services.edits) {}

Scene Comparison::settingsOfA() const {
    if (m_whatIf) {
        return m_whatIf->settings;
    }
    if (m_kept) {
        return m_kept->scene;
    }
    Scene settings = m_player.shown().loaded;
    settings.look = m_player.shown().scene().look;
    return settings;
}

void Comparison::declare(CommandTable& commands, Comparison* comparison) {
    commands.add({.id = "compare",
                  .name = "Compare side by side",
                  .keys = "X",
                  .otherKeys = "Y",  // in the place of Z on German keyboards
                  .words = "a | b other settings split two flocks y",
                  .run = [comparison] { comparison->toggle(); },
                  .isOn = [comparison] { return comparison != nullptr && comparison->m_split; }});
    commands.add({.id = "keep_settings",
                  .name = "Compare: keep these settings as A",
                  .keys = "Shift + X",
                  .words = "other settings",
                  .run = [comparison] { comparison->keep(); }});
    commands.add(
        {.id = "keep_a", .name = "Compare: keep A", .words = "other settings switch", .run = [comparison] {
             comparison->keepA();
         }});
    commands.add({.id = "swap",
                  .name = "Compare: swap A and B",
                  .words = "other settings switch",
                  .run = [comparison] { comparison->swap(); }});
    commands.add({.id = "compare_with",
                  .runWith = [comparison](const CommandValue& with) { comparison->compareWith(with.text); }});
    commands.add({.id = "push_in_a", .run = [comparison] { comparison->changeInA(false); }});
    commands.add({.id = "remove_in_a", .run = [comparison] { comparison->changeInA(true); }});
}

void Comparison::toggle() {
    if (m_split) {
        return endSplit();
    }
    if (m_player.shown().playing != nullptr) {
        m_messages.post(m_player.isRewound() ? "Go back to live first ({rewind}) to compare two settings"
                                             : "Two settings can be compared once the take has ended");
        return;
    }
    m_edits.apply();
    beginSplit();
}

void Comparison::keep() {
    m_edits.apply();
    keepAs(m_player.shown().scene(), "kept");
    if (m_split) {
        beginSplit();
    }
    m_messages.post("These settings are A now. Change some to make B");
}

void Comparison::keepA() {
    if (!m_split) {
        m_messages.post("Press {compare} first to compare");
        return;
    }
    takeSettingsOfA();
    dropSplit();
    m_messages.post("Kept A's settings. {undo} brings B's back");
}

void Comparison::swap() {
    if (!m_split) {
        m_messages.post("Press {compare} first to compare");
        return;
    }
    m_edits.apply();
    const Scene now = m_player.shown().scene();
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
    m_edits.apply();
    m_edits.applyAsOneGesture(difference(m_player.shown().scene(), settingsOfA()));
}

void Comparison::compareWith(const std::string& preset) {
    if (preset.empty()) {
        ++m_choicesOfA;
        m_kept.reset();
        if (m_split) {
            beginSplit();
        }
        return;
    }
    const PresetEntry* const entry = m_services.presets.named(preset);
    if (entry == nullptr) {
        m_messages.postProblem(fmt::format("There is no preset {} any more", preset));
        return;
    }
    const auto use = [this, title = entry->title, choice = ++m_choicesOfA,
                      beginning = m_player.shown().beginning](const Result<Scene>& scene) {
        if (!scene) {
            m_messages.postProblem(scene.problem().text);
        } else if (m_split && m_player.shown().beginning == beginning && choice == m_choicesOfA) {
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
    Scene settings = m_player.shown().scene();
    const Outcome taken = takeSettingsOf(preset, settings);
    if (!taken) {
        m_messages.postProblem("A cannot have these settings: " + taken.problem().text);
        return;
    }
    keepAs(settings, title);
    beginSplit();
}

/// Keeps the settings of a branch that was abandoned as A, those without the change there, unless the
/// user has kept some. The first time, it splits the picture.
void Comparison::noteAbandonedBranch(const Player::AbandonedBranch& left) {
    if (m_kept && m_kept->isByUser) {
        m_messages.post("From here the flock goes another way; {last_branch} leads back");
        return;
    }
    // A change undone there that was only made later leaves the settings there as they were.
    const bool isSame = differencesOf(left.then, m_player.shown().scene()).empty();
    m_kept = Kept{isSame ? left.later : left.then, "as it was"};
    if (!std::exchange(m_hasShownAbandonedBranch, true)) {
        beginSplit();
        m_messages.post(
            "From here the flock goes another way. A has the old settings; {last_branch} leads back to the "
            "old flock");
    } else {
        m_messages.post(
            "From here the flock goes another way. {compare} compares it with the old settings; "
            "{last_branch} leads back");
    }
}

void Comparison::changeInA(bool isRemoved) {
    const auto name = m_services.views.followedName();
    if (!name) {
        return;
    }
    if (m_player.shown().playing != nullptr) {
        m_messages.post("A boid can be changed once the take has ended");
        return;
    }
    m_edits.apply();
    m_whatIf = WhatIfA{*name, isRemoved, m_player.shown().scene()};
    split(m_whatIf->settings, BoidChange{*m_stage.director().boid(), isRemoved});
    m_messages.post(fmt::format("In A, {} {}. B, your flock, goes on as it was", *name,
                                isRemoved ? "is gone" : "was turned to the right"));
}

/// Begins A as a copy of the flock now with the other settings.
void Comparison::beginSplit() {
    m_whatIf.reset();
    split(settingsOfA(), {});
}

void Comparison::split(const Scene& settings, const std::optional<BoidChange>& change) {
    m_stage.showDistances(nullptr, 0.0f);
    m_player.split(settings, change);
    m_split = std::make_unique<SideBySide>(m_background);
    m_stage.beginBeside();
    m_services.panels.panel.showStripAtFirst();
    m_differences.clear();
    showOther();
}

void Comparison::endSplit() {
    if (m_split) {
        m_messages.post(m_whatIf ? "Kept B" : "Kept B. {compare} compares it with A again");
        dropSplit();
    }
}

/// Ends a split without a word.
void Comparison::dropSplit() {
    m_stage.showDistances(nullptr, 0.0f);
    m_player.endSplit();
    m_split.reset();
    m_whatIf.reset();
    m_differences.clear();
    showOther();
}

/// Lets the panel mark A's values and measures.
void Comparison::showOther() {
    OtherFlock other;
    if (m_split) {
        other.history = &m_split->history();
        other.barHeight = kCompareBarHeight;
        for (const SplitDifference& each : m_differences) {
            other.values.push_back({each.key, each.aShown});
        }
    }
    m_services.panels.panel.showBeside(std::move(other));
}

void Comparison::afterEdits() {
    if (const auto& left = m_player.abandonedBranch()) {
        noteAbandonedBranch(*left);
    }
}

void Comparison::receive(double now) {
    if (m_split && !m_player.beside()) {
        dropSplit();  // another flock began
    }
    if (!m_split) {
        return;
    }
    const Instant a = *m_player.beside();
    m_split->update(a, now);
    m_differences = m_split->differences(m_whatIf ? m_whatIf->settings : a.scene(), m_player.shown());
    const Spread* const spread = m_player.spread();
    m_stage.showDistances(spread != nullptr ? &spread->distances : nullptr,
                          spread != nullptr ? spread->threshold : 0.0f);
    showOther();
}

void Comparison::build(const BuildFrame& frame) {
    if (!m_split || !frame.isPanelShown) {
        return;
    }
    const Spread* const spread = m_player.spread();
    buildCompareBar(frame.context,
                    {.middle = m_layout.pictureLeft,
                     .differences = m_differences,
                     .nameOfA = m_kept ? m_kept->name : std::string("as loaded"),
                     .presets = m_services.presets.items(),
                     .changed = m_whatIf ? m_whatIf->name : std::string(),
                     .isRemoved = m_whatIf && m_whatIf->isRemoved,
                     .front = spread != nullptr ? spread->speed() : 0.0},
                    frame.place, frame.commands);
}

void Comparison::buildOverlay(const WidgetContext& context) {
    if (m_split) {
        drawSplit(context, m_layout.pictureLeft, m_layout.height() - m_layout.coveredBelow);
    }
}

/// Following a boid ends first.
bool Comparison::cancel() {
    if (!m_split || m_stage.director().boid()) {
        return false;
    }
    endSplit();
    return true;
}

void Comparison::restart() {
    if (m_whatIf) {
        dropSplit();  // both are the same again
    } else if (m_split) {
        m_split->restart();
    }
}

void Comparison::leave() {
    dropSplit();
    m_kept.reset();
}

}  // namespace shoal
