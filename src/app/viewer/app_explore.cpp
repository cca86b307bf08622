// Part of App: other settings, found by trying them or reached by a morph.

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "app/viewer/app.hpp"

namespace shoal {

/// Begins a search, or ends the one under way.
void App::explore(Distance distance) {
    if (m_search) {
        m_messages.post(m_search->isCancelled ? "The last search is ending" : "Search cancelled");
        m_search->isCancelled = true;
        return;
    }
    if (m_player.shown().playing() != nullptr) {
        m_messages.post("Settings can be searched for once the take has ended");
        return;
    }
    stopMorph();
    m_search = std::make_shared<Search>();
    m_search->revision = m_player.shown().revision();
    m_background.run(
        [search = m_search, from = m_player.shown().simulation().checkpoint(), distance,
         seed = m_searchSeed++] { return livingVariation(from, distance, seed, search->isCancelled); },
        [search = m_search](std::vector<Edit> edits) { search->found = std::move(edits); });
    m_messages.post("Trying settings on copies of the flock; click again to cancel");
}

void App::cancelSearch() {
    if (m_search) {
        m_search->isCancelled = true;
    }
}

/// Requests the runs behind the pad while it is shown.
void App::askForPhases(const std::optional<PhaseAxes>& axes) {
    if (axes) {
        m_phases.ask(m_player.shown().simulation().scene(), m_player.shown().revision(), *axes, m_frameStart);
    } else {
        m_phases.stop();
    }
}

/// Applies the result of the search, between two gestures of the mouse.
void App::takeVariation() {
    if (!m_search || !m_search->found || ImGui::IsAnyMouseDown()) {
        return;
    }
    const auto search = std::exchange(m_search, nullptr);
    const std::vector<Edit>& edits = *search->found;
    if (search->isCancelled) {
        return;
    }
    if (m_player.shown().revision() != search->revision || m_player.shown().playing() != nullptr) {
        m_messages.post("The scene changed during the search, so its result was dropped");
    } else if (edits.empty()) {
        m_messages.post("Found no settings that keep the flock alive");
    } else {
        applyAsOneGesture(edits);
        m_messages.post(fmt::format("Changed {} {}. Ctrl+Z brings the former settings back", edits.size(),
                                    edits.size() == 1 ? "slider" : "sliders"));
    }
}

/// Starts the morph chosen in the panel, or stops the one under way.
void App::morphSettings() {
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
    const auto entry = std::ranges::find(m_presets, name, &PresetEntry::name);
    if (entry == m_presets.end()) {
        m_messages.postProblem(fmt::format("There is no preset {} any more", name));
        return;
    }
    if (auto scene = openEntry(*entry)) {
        beginMorph(*scene, entry->title);
    } else {
        m_messages.postProblem(scene.problem().text);
    }
}

void App::beginMorph(const Scene& target, const std::string& name) {
    applyQueued();  // earlier requests are not part of the morph
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
    m_history.endGesture();
    m_figures.beginMark(simulation, morph->keys(), "→ " + name);
    m_panel.showStripAtFirst();
    m_player.beginMorph(*morph);
    m_morph.emplace(RunningMorph{std::move(*morph), simulation.scene(), name, std::nullopt});
    if (m_other && m_panel.morph().preset.empty()) {
        m_morph->after = OtherSettings{simulation.scene(), m_other->letter == 'A' ? 'B' : 'A'};
    }
    m_messages.post(fmt::format("Morphing into {} within {:.0f} s. Esc or a drag stops it", name, seconds));
}

void App::endMorph() {
    const RunningMorph morph = *std::exchange(m_morph, std::nullopt);
    noteMorphed(morph.morph.goal(), morph.from);
    if (morph.after && !m_split) {
        m_other = morph.after;
    }
    m_messages.post(
        fmt::format("These are the settings of {} now. Ctrl+Z brings the former back", morph.name));
}

/// Stops a morph and leaves the settings at the values that are shown.
void App::stopMorph() {
    if (!m_morph) {
        return;
    }
    const double progress = *morphProgress();
    const RunningMorph morph = *std::exchange(m_morph, std::nullopt);
    m_player.stopMorph();
    std::vector<Edit> shown;
    for (const std::string& key : morph.morph.keys()) {
        if (const auto value = m_player.shown().simulation().scene().value(key)) {
            shown.push_back({key, *value});
            m_player.queue(shown.back());  // the flock may be a step further
        }
    }
    applyQueued();
    noteMorphed(shown, morph.from);
    m_messages.post(fmt::format("Stopped the morph at {:.0f} %. Ctrl+Z brings the former settings back",
                                progress * 100.0));
}

/// Notes what a morph changed as one gesture.
void App::noteMorphed(const std::vector<Edit>& edits, const Scene& from) {
    m_history.endGesture();
    m_history.note(changesOf(edits, from));
    m_history.endGesture();
    m_figures.endMark(m_player.shown().simulation());
}

std::optional<double> App::morphProgress() const {
    return m_morph ? std::optional(m_player.morphProgress()) : std::nullopt;
}

}  // namespace shoal
