// Part of App: takes, played and recorded.

#include <fmt/format.h>

#include "app/viewer/app.hpp"

namespace shoal {

void App::buildTimelineBar(const WidgetContext& context) {
    if (m_session.playing() == nullptr) {
        return;
    }
    TimelineInput input = m_player.timeline();
    input.hasKeyboard = m_keyboard.isIn(KeyboardPlace::timeline);
    const TimelineRequests requests = buildTimeline(context, input, m_layout.textLeft);
    if (requests.seek) {
        m_player.replay().seek(*m_session.playing(), *requests.seek * m_session.stepsPerSecond());
    }
    if (requests.togglesPause) {
        execute(Command::pause);
    }
    if (requests.togglesCamera) {
        m_player.replay().toggleCamera();
    }
    if (requests.goesLive) {
        goLive();
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

void App::openTake(std::size_t index) {
    if (index < m_takeDesk.files().size()) {
        loadFiles({m_takeDesk.files()[index]});
    }
}

}  // namespace shoal
