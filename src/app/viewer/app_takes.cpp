// Part of App: takes, played and recorded.

#include <fmt/format.h>

#include "app/viewer/app.hpp"

namespace shoal {

void App::buildTimelineBar(const WidgetContext& context, Commands& commands) {
    if (m_session.playing() == nullptr) {
        return;
    }
    TimelineInput input = m_player.timeline();
    input.hasKeyboard = m_keyboard.isIn(KeyboardPlace::timeline);
    buildTimeline(context, input, m_layout.textLeft, commands);
}

void App::carryOut(const Seek& command) {
    if (const Take* take = m_session.playing()) {
        m_player.replay().seek(*take, command.seconds * m_session.stepsPerSecond());
    }
}

void App::goLive() {
    if (m_session.playing() != nullptr) {
        m_session.goLive();
        m_player.clock().setPaused(false);
        m_messages.post(fmt::format("Live from here, {} into the scene", clockText(m_session.realSeconds())));
    }
}

void App::recordTake() {
    if (m_takeDesk.isRecording()) {
        m_takeDesk.save();
        return;
    }
    if (m_takeDesk.begin("Recording a take: everything you do is recorded; F9 ends it")) {
        m_filming.reset();
        m_opener.forget();  // a file dropped before would end the take
    }
    if (m_split) {
        m_messages.post("Recording a take of B alone; F9 ends it", kTakeTopic);
    }
}

/// Returns the scene of the current picture: the play up to now, and the camera.
Take App::takeOfNow() const {
    Take still = m_session.playedUpTo(m_player.moment(), m_player.moment());
    still.camera.put({still.to.steps(), wholePose()});
    return still;
}

void App::carryOut(const OpenTake& command) {
    if (command.index < m_takeDesk.files().size()) {
        loadFiles({m_takeDesk.files()[command.index]});
    }
}

}  // namespace shoal
