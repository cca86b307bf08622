// Part of App: the camera's views, and the picture that it composes for.

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "app/viewer/app.hpp"

namespace shoal {

namespace {

constexpr double kTurntableSeconds = 20.0;           // for a full turn
constexpr std::string_view kCameraTopic = "camera";  // of messages

}  // namespace

void App::setFrame() {
    const float covered = m_layout.pictureLeft / std::max(1.0f, m_layout.width());
    m_stage->setFrame({m_layout.aspect(), covered, m_layout.framedBelow()});
}

void App::showView(int direction) {
    const auto views = sceneViews();
    const auto count = static_cast<int>(views.size());
    // A clicked boid is followed while the view is still of the flock: continue from the view that follows a
    // boid.
    const CameraDirector& director = m_stage->director();
    const bool isOfFlock = director.view().aim == CameraView::Aim::flock;
    const CameraView* const view = isOfFlock && director.boid() ? findCameraView("follow") : &director.view();
    const auto now = static_cast<int>(view - views.data());
    // A camera turned by hand first returns to its view.
    const bool isAway = view->aim == CameraView::Aim::flock && m_stage->camera().isTouched();
    const int next = isAway ? now : (now + direction + count) % count;
    carryOut(SetView{static_cast<std::size_t>(next)});
}

void App::carryOut(const SetView& command) {
    const CameraView& view = sceneViews()[command.index];
    m_stage->director().show(m_player.shown(), view, kTurntableSeconds);
    m_messages.post(fmt::format("Camera: {}", view.name), kCameraTopic);
}

void App::lookThroughEyes() {
    const CameraView& eyes = *findCameraView("eyes");
    if (&m_stage->director().view() == &eyes) {
        stepCameraBack();
        return;
    }
    m_stage->director().show(m_player.shown(), eyes, 0.0);
    m_messages.post("Through a boid's eyes; Esc comes back", kCameraTopic);
}

void App::stepCameraBack() {
    m_stage->director().stepBack(m_player.shown());
    m_messages.dismiss(kCameraTopic);
}

}  // namespace shoal
