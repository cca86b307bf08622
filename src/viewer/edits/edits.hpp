#pragma once

#include <vector>

#include "play/player.hpp"
#include "play/session/edit_history.hpp"
#include "ui/overlay/messages.hpp"
#include "viewer/stage/stage.hpp"

namespace shoal {

/// The user's changes to the scene shown: applied, and noted to be undone.
class Edits {
public:
    /// All must outlive this.
    Edits(Player& player, Stage& stage, Messages& messages)
        : m_player(player), m_stage(stage), m_messages(messages) {}

    /// Queues an edit; one of the camera moves the viewer's camera at once.
    void queue(const Edit& edit);

    /// Applies the queued edits. May be called inside or outside an ImGui frame.
    void apply();

    /// Applies edits made together as one gesture of their own.
    void applyAsOneGesture(const std::vector<Edit>& edits);

    /// Applies edits that the history holds already.
    void applyNoted(const std::vector<Edit>& edits);

    EditHistory& history() { return m_history; }
    const EditHistory& history() const { return m_history; }

private:
    void noteAbandonedBranch(const Player::AbandonedBranch& left);

    Player& m_player;
    Stage& m_stage;
    Messages& m_messages;
    EditHistory m_history;
};

}  // namespace shoal
