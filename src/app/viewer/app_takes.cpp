// Part of App: takes, played and recorded.

#include <fmt/format.h>

#include "app/viewer/app.hpp"

namespace shoal {

void App::buildTimelineBar(const WidgetContext& context, Commands& commands) {
    if (m_player.shown().playing() == nullptr) {
        return;
    }
    TimelineInput input = m_player.timeline();
    input.hasKeyboard = m_keyboard.isIn(KeyboardPlace::timeline);
    buildTimeline(context, input, m_layout.textLeft, commands);
}

void App::carryOut(const Seek& command) {
    if (m_player.shown().playing() != nullptr) {
        m_player.seek(command.seconds);
    }
}

void App::goLive() {
    if (m_player.shown().playing() != nullptr) {
        m_player.goLive();
        m_player.setPaused(false);
        m_messages.post(
            fmt::format("Live from here, {} into the scene", clockText(m_player.shown().realSeconds())));
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

/// Later calls `then` with the scene of the current picture: the play up to now, and the camera.
void App::withTakeOfNow(std::function<void(Take)> then) {
    m_player.ask([now = m_player.moment()](Session& session) { return session.playedUpTo(now, now); },
                 [pose = wholePose(), then = std::move(then)](Take still) {
                     still.camera.put({still.to.steps(), pose});
                     then(std::move(still));
                 });
}

void App::carryOut(const OpenTake& command) {
    if (command.index < m_takeDesk.files().size()) {
        loadFiles({m_takeDesk.files()[command.index]});
    }
}

}  // namespace shoal
