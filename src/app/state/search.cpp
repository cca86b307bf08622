#include "app/state/search.hpp"

#include <utility>

#include <fmt/format.h>
#include <imgui.h>

namespace shoal {

void Search::explore(Distance distance) {
    if (m_variation) {
        m_messages.post(m_variation->isCancelled ? "The last search is ending" : "Search cancelled");
        m_variation->isCancelled = true;
        return;
    }
    if (m_player.shown().playing() != nullptr) {
        m_messages.post("Settings can be searched for once the take has ended");
        return;
    }
    m_variation = std::make_shared<Variation>();
    m_variation->revision = m_player.shown().revision();
    m_background.run([search = m_variation, from = m_player.shown().simulation().checkpoint(), distance,
                      seed = m_seed++] { return livingVariation(from, distance, seed, search->isCancelled); },
                     [search = m_variation](std::vector<Edit> edits) { search->found = std::move(edits); });
    m_messages.post("Trying settings on copies of the flock; click again to cancel");
}

void Search::takeFound() {
    if (!m_variation || !m_variation->found || ImGui::IsAnyMouseDown()) {
        return;
    }
    const auto search = std::exchange(m_variation, nullptr);
    const std::vector<Edit>& edits = *search->found;
    if (search->isCancelled) {
        return;
    }
    if (m_player.shown().revision() != search->revision || m_player.shown().playing() != nullptr) {
        m_messages.post("The scene changed during the search, so its result was dropped");
    } else if (edits.empty()) {
        m_messages.post("Found no settings that keep the flock alive");
    } else {
        m_edits.applyAsOneGesture(edits);
        m_messages.post(fmt::format("Changed {} {}. Ctrl+Z brings the former settings back", edits.size(),
                                    edits.size() == 1 ? "slider" : "sliders"));
    }
}

void Search::askForPhases(const std::optional<PhaseAxes>& axes, double now) {
    if (axes) {
        m_phases.ask(m_player.shown().simulation().scene(), m_player.shown().revision(), *axes, now);
    } else {
        m_phases.stop();
    }
}

void Search::cancel() {
    if (m_variation) {
        m_variation->isCancelled = true;
    }
}

void Search::finish() {
    cancel();
    m_phases.stop();
}

}  // namespace shoal
