#include "viewer/edits/edits.hpp"

#include <algorithm>
#include <string>
#include <string_view>

#include <imgui.h>

#include "capture/take/take_replay.hpp"

namespace shoal {

namespace {

/// Whether this is where the pointer leads a point: no change to undo.
bool isPointed(const Scene& scene, const std::string& key) {
    return std::ranges::any_of(scene.attractors, [&](const Attractor& attractor) {
        const std::string place = "attractor." + attractor.name + ".";
        return attractor.followsPointer && key.starts_with(place) && key.size() == place.size() + 1;
    });
}

}  // namespace

void Edits::queue(const Edit& edit) {
    constexpr std::string_view kPrefix = "camera.";
    if (!edit.key.starts_with(kPrefix)) {
        m_player.queue(edit);
        return;
    }
    // The scene's camera is the initial one; the viewer's camera has moved on since.
    CameraSettings settings = m_stage.camera().settings();
    const Tunables tunables{&settings, CameraSettings::parameters};
    if (const auto index = tunables.find(std::string_view(edit.key).substr(kPrefix.size()))) {
        const Parameter& parameter = tunables.parameters[*index];
        m_player.queue(edit, parameter.shown(tunables.get(*index)));
        tunables.set(*index, parameter.stored(edit.shown));
        m_stage.camera().apply(settings);
    }
}

void Edits::apply() {
    const bool wasRewound = m_player.isRewound();
    const bool wasPlaying = m_player.shown().playing != nullptr && !wasRewound;
    for (const Problem& problem : m_player.applyQueued()) {
        m_messages.postProblem(problem.text);
    }
    std::vector<Change> changes = m_player.takeChanges();
    std::erase_if(changes,
                  [&](const Change& change) { return isPointed(m_player.shown().scene(), change.key); });
    if (wasRewound && m_player.abandonedBranch()) {
        noteAbandonedBranch(*m_player.abandonedBranch());
    }
    m_history.note(changes);
    // All changes while a mouse button is held form one gesture: a drag of a slider or of a point.
    if (!ImGui::IsAnyMouseDown()) {
        m_history.endGesture();
    }
    if (wasPlaying && m_player.shown().playing == nullptr) {
        m_messages.post("You changed the flock: the take ends here, the session is live");
    }
}

/// Notes that what had been changed after the moment of an edit is gone, as a gesture before that edit.
void Edits::noteAbandonedBranch(const Player::AbandonedBranch& left) {
    std::vector<Edit> gone = difference(left.later, left.then);
    std::erase_if(gone, [](const Edit& edit) { return !movesFlock(edit.key); });
    m_history.endGesture();
    m_history.note(changesOf(gone, left.later));
    m_history.endGesture();
}

void Edits::applyAsOneGesture(const std::vector<Edit>& edits) {
    apply();
    m_history.endGesture();
    for (const Edit& edit : edits) {
        queue(edit);
    }
    apply();
    m_history.endGesture();
}

void Edits::applyNoted(const std::vector<Edit>& edits) {
    for (const Edit& edit : edits) {
        queue(edit);
    }
    [[maybe_unused]] const auto problems = m_player.applyQueued();
    [[maybe_unused]] const auto changes = m_player.takeChanges();
}

}  // namespace shoal
