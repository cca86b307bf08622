#pragma once

#include <vector>

#include "play/session/edit_history.hpp"
#include "viewer/edits/services.hpp"

namespace shoal {

/// The user's changes to the scene shown: applied, and noted to be undone.
class Edits {
public:
    explicit Edits(const Services& services)
        : m_player(services.player), m_stage(services.stage), m_messages(services.messages) {}

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
