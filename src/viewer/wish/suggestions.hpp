#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "lab/life/targets.hpp"
#include "play/player.hpp"
#include "viewer/feature/feature.hpp"
#include "viewer/feature/services.hpp"
#include "viewer/wish/pad.hpp"
#include "viewer/wish/suggestion_search.hpp"
#include "viewer/wish/wish_card.hpp"

namespace shoal {

/// The search for settings that bring the flock nearer to a wish, and its results.
class Suggestions : public Feature {
public:
    explicit Suggestions(const Services& services);

    /// Adds its commands to the table. `suggestions` may be null if none of them is run.
    static void declare(CommandTable& commands, Suggestions* suggestions);

    void receive(double now) override;
    /// Builds the card of the wish, and the pad.
    void buildSettings(PanelFrame& frame) override;
    void noteEdits(std::span<const Edit> edits) override;
    bool isBusy() const override { return m_search != nullptr; }
    bool cancel() override;
    void leave() override;
    void finish() override { leave(); }

private:
    /// Searches for settings that meet these wishes, one to a line, in the form that openWishes() reads. An
    /// empty text means the targets that the flock is compared with. Ends the search under way.
    void find(const std::string& wishes);
    /// Applies a suggestion; Ctrl+Z takes it back.
    void take(std::size_t index);
    /// Gives up the search under way.
    void stop();
    void note(const Result<std::vector<Suggestion>>& found);

    const Services& m_services;
    Player& m_player;
    Messages& m_messages;
    std::shared_ptr<SuggestionSearch> m_search;  ///< under way; null if there is none
    TargetSet m_wish;
    std::vector<Suggestion> m_found;
    WishInput m_input;
    WishChoice m_choice;
    Pad m_pad;
};

}  // namespace shoal
