// Part of App: captures of the running viewer.

#include "app/terminal/console.hpp"
#include "app/viewer/app.hpp"
#include "render/camera/picking.hpp"

namespace shoal {

void App::buildCapturePanel(const WidgetContext& context) {
    CapturePanelInput input = m_captureDesk.panelInput();
    input.hasKeyboard = m_keyboard.isIn(KeyboardPlace::capturePanel);
    input.isWaiting = m_captureDesk.movesFlock() && m_player.clock().isPaused();
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
                                            .timeScale = m_player.clock().timeScale()});
        !started) {
        m_messages.postProblem(started.problem().text);
        return;
    }
    m_opener.forget();  // a file dropped before would end the film
    if (m_split) {
        m_messages.post("The film shows B alone");
    }
    if (!m_captureDesk.settings().isFromStart) {
        return;
    }
    if (const Take* take = m_session.playing()) {
        m_player.replay().rewind(*take);
        m_player.replay().playCamera();
        return;
    }
    restart(m_session.simulation().scene().seed);
    setFrame();
    m_stage->beginScene(m_session);
}

void App::postCaptureNews() {
    if (const auto news = m_captureDesk.news(m_frameStart)) {
        if (news->isProblem) {
            m_messages.postProblem(news->text);
        } else {
            m_messages.post(news->text);
        }
    }
}

void App::finishRecording(bool hasLostGraphics) {
    m_takeDesk.release();  // saved while the film is finished
    if (const auto last = m_captureDesk.leave(hasLostGraphics)) {
        printLine(last->text);
    }
    for (const std::string& line : m_takeDesk.finish()) {
        printLine(line);
    }
}

}  // namespace shoal
