#include "viewer/camera/views.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

namespace shoal {

namespace {

constexpr double kTurntableSeconds = 20.0;           // for a full turn
constexpr std::string_view kCameraTopic = "camera";  // of messages

}  // namespace

void Views::declare(CommandTable& commands, Views* views) {
    commands.add({.id = "frame",
                  .name = "Show the whole flock",
                  .keys = "F, Home",
                  .words = "camera fit home centre center barycentre middle reset zoom",
                  .run = [views] { views->frameFlock(); }});
    commands.add({.id = "next_view",
                  .name = "Next view",
                  .keys = "C",
                  .words = "camera above side wide drone shot top view orbit angle dive fly camera",
                  .run = [views] { views->showNext(1); }});
    commands.add({.id = "previous_view", .keys = "Shift + C", .run = [views] { views->showNext(-1); }});
    commands.add({.id = "eyes",
                  .name = "Through the eyes of the followed boid",
                  .keys = "V",
                  .words = "camera first person pov fpv vision",
                  .run = [views] { views->lookThroughEyes(); }});
    commands.add({.id = "view", .runWith = [views](const CommandValue& with) { views->show(with.index()); }});
    commands.add({.id = "stop_following", .run = [views] { views->stepBack(); }});
}

void Views::showNext(int direction) {
    const auto views = sceneViews();
    const auto count = static_cast<int>(views.size());
    // A clicked boid is followed while the view is still of the flock: continue from the view that follows a
    // boid.
    const CameraDirector& director = m_stage.director();
    const bool isOfFlock = director.view().aim == CameraView::Aim::flock;
    const CameraView* const from = isOfFlock && director.boid() ? findCameraView("follow") : &director.view();
    const auto now = static_cast<int>(from - views.data());
    // A camera turned by hand first returns to its view.
    const bool isAway = from->aim == CameraView::Aim::flock && m_stage.camera().isTouched();
    show(static_cast<std::size_t>(isAway ? now : (now + direction + count) % count));
}

void Views::show(std::size_t index) {
    const CameraView& shown = sceneViews()[index];
    m_stage.director().show(m_player.shown(), shown, kTurntableSeconds);
    m_messages.post(fmt::format("Camera: {}", shown.name), kCameraTopic);
}

void Views::lookThroughEyes() {
    const CameraView& eyes = *findCameraView("eyes");
    if (&view() == &eyes) {
        return stepBack();
    }
    m_stage.director().show(m_player.shown(), eyes, 0.0);
    m_messages.post("Through a boid's eyes; Esc comes back", kCameraTopic);
}

std::optional<std::string> Views::followedName() const {
    const auto& species = m_player.shown().scene().species;
    const std::optional<BoidName>& boid = m_stage.director().boid();
    if (!boid || boid->species >= species.size()) {
        return std::nullopt;
    }
    return fmt::format("{} {}", species[boid->species].name, boid->id);
}

void Views::stepBack() {
    m_stage.director().stepBack(m_player.shown());
    m_messages.dismiss(kCameraTopic);
}

void Views::setFrame(const FrameLayout& layout) {
    const float width = std::max(1.0f, layout.width());
    // The card of a selected object must not move what the mouse is about to drag.
    const float coveredRight =
        std::max(m_stage.director().boid() ? layout.coveredRight() : 0.0f, width - layout.splitRight);
    m_stage.setFrame({.aspect = layout.aspect(),
                      .covered = layout.pictureLeft / width,
                      .coveredRight = coveredRight / width,
                      .coveredBelow = layout.framedBelow()});
}

void Views::move(const FlyKeys& keys, float seconds, const FrameLayout& layout) {
    const bool wasHeld = isHeld();
    CameraInput::fly(keys, m_stage.camera(), seconds);
    freeTouched(wasHeld);
    setFrame(layout);
    m_stage.aim(m_player.shown(), m_player.alpha(), m_player.beside());
    m_stage.camera().advance(seconds);
}

void Views::rest(bool isPlacing, float seconds) {
    constexpr float kSettling = 1.5f;  // [s] for a view that has just been chosen or turned
    Camera& camera = m_stage.camera();
    if (!isPlacing || m_stage.director().boid()) {
        if (m_framingBefore && camera.isHeld()) {
            camera.restore(*m_framingBefore);
        }
        m_framingBefore.reset();
        return;
    }
    m_restsIn = camera.isHeld() ? kSettling : m_framingBefore ? m_restsIn - seconds : 0.0f;
    if (m_restsIn <= 0.0f) {
        m_framingBefore = camera.framing();
        camera.hold(camera.pose());
    }
}

void Views::holdTakePose() {
    if (const auto pose = m_player.takePose()) {
        m_stage.camera().hold(*pose);
    }
}

void Views::freeTouched(bool wasHeld) {
    if (wasHeld && !isHeld()) {
        m_player.freeCamera();
    }
}

CameraPose Views::wholePose(const FrameLayout& layout) const {
    const float covered = layout.textLeft / std::max(1.0f, layout.width());
    return m_player.beside().has_value() ? m_stage.poseFor(covered, layout.framedBelow())
                                         : m_stage.camera().pose();
}

}  // namespace shoal
