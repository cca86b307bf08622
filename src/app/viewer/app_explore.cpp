// Part of App: other settings found by trying.

#include <chrono>
#include <utility>

#include <fmt/format.h>

#include "app/viewer/app.hpp"

namespace shoal {

/// Begins a search, or ends the one under way.
void App::explore(Distance distance) {
    if (m_search.found.valid()) {
        m_messages.post(m_isSearchCancelled ? "The last search is ending" : "Search cancelled", m_frameStart);
        m_isSearchCancelled = true;
        return;
    }
    if (m_player.mode() != Player::Mode::live) {
        m_messages.post("Settings can be searched for once the take or capture has ended", m_frameStart);
        return;
    }
    m_isSearchCancelled = false;
    m_search = {
        std::async(std::launch::async,
                   [this, from = m_session.simulation().checkpoint(), distance, seed = m_searchSeed++] {
                       return livingVariation(from, distance, seed, m_isSearchCancelled);
                   }),
        m_session.revision()};
    m_messages.post("Trying settings on copies of the flock; click again to cancel", m_frameStart);
}

/// Applies what the search found, between two gestures of the mouse.
void App::takeVariation() {
    using namespace std::chrono_literals;
    if (!m_search.found.valid() || m_search.found.wait_for(0s) != std::future_status::ready ||
        ImGui::IsAnyMouseDown()) {
        return;
    }
    const std::vector<Edit> edits = m_search.found.get();
    if (m_isSearchCancelled) {
        return;
    }
    if (m_session.revision() != m_search.revision || m_player.mode() != Player::Mode::live) {
        m_messages.post("The scene changed during the search, so its result was dropped", m_frameStart);
    } else if (edits.empty()) {
        m_messages.post("No settings were found with which the flock lives", m_frameStart);
    } else {
        applyAsOneGesture(edits);
        m_messages.post(fmt::format("Changed {} {}. Ctrl+Z brings the former settings back", edits.size(),
                                    edits.size() == 1 ? "slider" : "sliders"),
                        m_frameStart);
    }
}

}  // namespace shoal
