// Part of App: captures of the running viewer.

#include "app/cli/console.hpp"
#include "app/stage/picking.hpp"
#include "app/viewer/app.hpp"

namespace shoal {

namespace {

// [s] an exact capture may take of each frame, so that the viewer stays usable.
constexpr double kMaxShootSeconds = 0.08;

}  // namespace

void App::buildCapturePanel(const WidgetContext& context) {
    CapturePanelInput input = m_captureDesk.panelInput();
    input.isWaiting = m_captureDesk.movesFlock() && m_clock.isPaused();
    if (!m_captureDesk.isPanelOpen()) {
        buildRecordingMark(input.progress, context, false);
        return;
    }
    buildRecordingMark(input.progress, context, true);
    const CaptureRequests requests = m_capturePanel.build(input, context);
    if (requests.settings) {
        m_captureDesk.set(*requests.settings);
    }
    if (requests.closes) {
        m_captureDesk.togglePanel();
    }
    if (requests.starts) {
        startCapture();
    }
    if (requests.stops) {
        m_captureDesk.stop();
    }
}

void App::startCapture() {
    const Window::Size size = m_window.framebufferSize();
    if (auto started = m_captureDesk.start({.session = m_session,
                                            .stage = *m_stage,
                                            .width = size.width,
                                            .height = size.height,
                                            .name = m_session.loaded().name,
                                            .timeScale = m_clock.timeScale()});
        !started) {
        m_messages.postProblem(started.problem().text, m_frameStart);
        return;
    }
    m_opener.forget();  // a file dropped before would end the film
    if (!m_captureDesk.settings().isFromStart) {
        return;
    }
    if (const Take* take = m_session.playing()) {
        m_replay.rewind(*take);
        m_replay.playCamera();
        return;
    }
    restart(m_session.simulation().scene().seed);
    setFrame();
    m_stage->beginScene(m_session);
}

void App::captureExact() {
    // The clock must not catch up later on time that it did not count.
    m_clock.restart();
    const double end = Window::now() + kMaxShootSeconds;
    do {
        const Take* take = m_session.playing();
        const bool isOver = take != nullptr && m_session.simulation().stepCount() >= take->to.step;
        const auto due = m_captureDesk.next(isOver, m_clock.isPaused());
        if (!due) {
            break;
        }
        for (int step = 0; step < due->steps; ++step) {
            stepOnce();
        }
        m_alpha = due->alpha;
        m_stage->aim(m_session, m_alpha);
        applyTakeCamera();
        m_stage->camera().advance(static_cast<float>(due->elapsed));
        m_session.noteCamera(moment(), m_stage->camera().pose());
        m_captureDesk.expose(m_alpha);
    } while (Window::now() < end);
}

void App::postCaptureNews() {
    if (const auto news = m_captureDesk.news(m_frameStart)) {
        if (news->isProblem) {
            m_messages.postProblem(news->text, m_frameStart);
        } else {
            m_messages.post(news->text, m_frameStart);
        }
    }
}

void App::finishRecording() {
    if (m_takeStart) {
        endTake();
        printLine(m_messages.latest());
    }
    if (const auto last = m_captureDesk.leave()) {
        printLine(last->text);
    }
}

}  // namespace shoal
