// Part of App: mouse actions on objects and boids in the picture.

#include <fmt/format.h>

#include "app/objects/new_object.hpp"
#include "app/viewer/app.hpp"
#include "render/camera/picking.hpp"

namespace shoal {

namespace {

constexpr double kClickReach = 12.0;       // [px] tolerance beside a boid
constexpr double kReachBeforeStone = 1.0;  // [px] likewise, if an obstacle is under the pointer

}  // namespace

std::optional<WindowPicture> App::picturePointedAt() const {
    const Window::Size size = m_layout.window;
    if (size.width < 1 || size.height < 1) {
        return std::nullopt;
    }
    return WindowPicture{.view = m_stage->camera().view(m_layout.aspect()),
                         .width = static_cast<double>(size.width),
                         .height = static_cast<double>(size.height),
                         .covered = static_cast<double>(m_layout.pictureLeft),
                         .coveredBelow = static_cast<double>(m_layout.coveredBelow),
                         .scale = static_cast<double>(m_layout.scale)};
}

void App::followPointer() {
    // A take that is being played has its own pointer.
    if (m_player.shown().playing() != nullptr || (isPointerOverPanel() && !m_objectTool.isCarrying())) {
        return;
    }
    if (const auto picture = picturePointedAt()) {
        for (const Edit& edit : m_objectTool.follow(m_player.shown().simulation(), *picture)) {
            m_player.queue(edit);
        }
    }
}

bool App::handleObjects(const InputEvent& event, bool isOnPicture) {
    const auto picture = picturePointedAt();
    if (!picture) {
        return false;
    }
    const bool isInHalf = !m_split || m_cameraInput.pointer().x >= static_cast<double>(m_layout.pictureLeft);
    // An edit would end the take that is being played, and a drag there usually means the camera.
    const bool canBegin =
        m_player.shown().playing() == nullptr && isOnPicture && isInHalf && !m_cameraInput.isDragging();
    const ObjectTool::Answer answer =
        m_objectTool.handle(event, m_player.shown().simulation(), *picture, canBegin);
    if (!answer.edits.empty()) {
        stopMorph();
    }
    for (const Edit& edit : answer.edits) {
        m_player.queue(edit);
    }
    if (!answer.said.empty()) {
        m_messages.post(answer.said);
    }
    if (answer.isClick) {
        click(m_cameraInput.pointer());
    }
    return answer.isTaken;
}

void App::click(const CameraInput::Point& at) {
    const auto picture = picturePointedAt();
    // The left half shows another flock.
    if (!picture || (m_split && at.x < static_cast<double>(m_layout.pictureLeft))) {
        return;
    }
    const auto under = m_objectTool.pointed(m_player.shown().simulation(), *picture);
    const bool isMarker = under && under->isOnMarker;
    const bool isObstacle = under && !isMarker && under->handle.object.kind == WorldObject::Kind::obstacle;
    const double reach = isObstacle ? kReachBeforeStone : kClickReach;
    PickQuery query{.at = {static_cast<float>(2.0 * at.x / picture->width - 1.0),
                           static_cast<float>(1.0 - 2.0 * at.y / picture->height)},
                    .aspect = static_cast<float>(picture->width / picture->height),
                    .reach = static_cast<float>(reach * picture->scale / picture->height),
                    .alpha = m_player.alpha()};
    if (isObstacle) {
        query.maxDepth = under->depth;
    }
    const auto boid = isMarker ? std::nullopt : pickBoid(m_player.shown().simulation(), picture->view, query);
    m_objectTool.select(under && !boid ? under->handle.object.key : std::string());
    if (boid) {
        m_stage->director().choose(m_player.shown(), *boid);
    } else if (!under && m_stage->director().boid()) {
        stepCameraBack();
    }
}

void App::carryOut(const Add& command) {
    const auto picture = picturePointedAt();
    if (!picture) {
        return;
    }
    const auto added = newObject(command.kind, m_player.shown().simulation(), *picture);
    if (!added) {
        m_messages.postProblem(added.problem().text);
        return;
    }
    stopMorph();
    for (const Edit& edit : added->edits) {
        m_player.queue(edit);
    }
    m_messages.post(added->said);
    m_objectTool.select(added->key);
}

void App::removeSelected() {
    const auto object = findObject(m_player.shown().simulation(), m_objectTool.selected());
    if (!object) {
        m_messages.post("Click a stone, a goal or a point, then press Delete");
        return;
    }
    stopMorph();
    m_player.queue({object->key + ".present", 0.0});
    m_messages.post(fmt::format("{} is removed; Ctrl+Z brings it back", titleOf(*object)));
    m_objectTool.drop();
}

void App::drawObjects() {
    m_objectMarks = {};
    if (const auto picture = picturePointedAt()) {
        const bool isPointing = !isPointerOverPanel() && !m_cameraInput.isDragging() &&
                                (!m_split || m_cameraInput.pointer().x >= picture->covered);
        m_objectMarks = objectMarks(m_objectTool, m_player.shown().simulation(), *picture, isPointing);
        drawObjectMarks(m_objectMarks, *picture);
    }
}

}  // namespace shoal
