#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "viewer/edits/edits.hpp"
#include "viewer/wish/suggestion_search.hpp"
#include "viewer/wish/wish_card.hpp"

namespace shoal {

/// The search for settings that bring the flock nearer to a wish, and its results.
class Suggestions {
public:
    /// `edits` must outlive this.
    Suggestions(const Services& services, Edits& edits)
        : m_player(services.player),
          m_messages(services.messages),
          m_background(services.background),
          m_edits(edits) {}

    /// Adds its commands to the table. `suggestions` may be null if none of them is run.
    static void declare(CommandTable& commands, Suggestions* suggestions);

    /// Begins a search for wishes as openWishes() takes them; with none, for `compared`, which may be null.
    /// Ends the one under way.
    void find(const std::vector<std::string>& wishes, const TargetSet* compared);

    /// Applies a suggestion; Ctrl+Z takes it back.
    void take(std::size_t index);

    /// Gives up the search under way.
    void stop();
    bool isRunning() const { return m_search != nullptr; }

    /// Forgets everything: another scene begins.
    void drop();

    /// Updates what the panel shows. `compared`: what the flock is compared with; null if nothing.
    void refresh(const TargetSet* compared, const MeasureSample& now);
    const WishInput& input() const { return m_input; }

private:
    void note(const Result<std::vector<Suggestion>>& found);

    Player& m_player;
    Messages& m_messages;
    Background& m_background;
    Edits& m_edits;
    std::shared_ptr<SuggestionSearch> m_search;  ///< under way; null if there is none
    TargetSet m_wish;
    std::vector<Suggestion> m_found;
    WishInput m_input;
};

}  // namespace shoal
