#include "app/objects/object_tool.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include "app/objects/new_object.hpp"
#include "render/camera/scene_extent.hpp"

namespace shoal {

namespace {

constexpr double kTouch = 22.0;      // [px] tolerance beside a marker
constexpr double kOnMarker = 8.0;    // [px] a click this near selects the marker, even if a boid is in front
constexpr double kSizeTouch = 13.0;  // [px] tolerance beside a size handle
constexpr float kSameDepth = 0.01f;  // relative

/// Whether moving an object would make no visible difference.
bool isSame(const WindowPicture& picture, const Vec3f& now, const Vec3f& wanted) {
    const auto at = inWindow(picture, now);
    const auto to = inWindow(picture, wanted);
    const float depth = depthOf(picture, now);
    return now == wanted || (at && to && glm::distance(*at, *to) <= 1.0f &&
                             std::abs(depthOf(picture, wanted) - depth) <= kSameDepth * depth);
}

/// Adds the edits that move an object, unless it is already as near to the place as its tunables allow.
void moveUnlessThere(std::vector<Edit>& edits, const WindowPicture& picture, const WorldObject& object,
                     const Vec3f& wanted) {
    std::vector<Edit> moves;
    moveObject(moves, object.key, wanted);
    const Vec3f reached{static_cast<float>(moves[0].shown), static_cast<float>(moves[1].shown),
                        static_cast<float>(moves[2].shown)};
    if (!isSame(picture, object.place, reached)) {
        edits.insert(edits.end(), moves.begin(), moves.end());
    }
}

}  // namespace

ObjectTool::Answer ObjectTool::handle(const InputEvent& event, const StateView& state, const Picture& picture,
                                      bool canBegin) {
    if (const auto* moved = std::get_if<PointerMoved>(&event)) {
        m_pointer = {moved->x, moved->y};
        m_hasPointer = true;
        if (m_sized) {
            return resize(picture);
        }
        return m_carried ? carry(state, picture) : Answer{};
    }
    const auto* button = std::get_if<ButtonChanged>(&event);
    if (button == nullptr) {
        return {};
    }
    const bool isLeft = button->button == MouseButton::left;
    if (isCarrying()) {
        // While dragging, take all buttons; otherwise the camera would begin a drag as well.
        Answer answer{.isTaken = true};
        if (isLeft && !button->isDown) {
            answer.isClick = m_carried && !m_carried->hasMoved && !m_carried->isNew;
            m_carried.reset();
            m_sized.reset();
        }
        return answer;
    }
    return isLeft && button->isDown && canBegin ? press(*button, state, picture) : Answer{};
}

std::vector<Edit> ObjectTool::follow(const StateView& state, const Picture& picture) const {
    std::vector<Edit> edits;
    // A take stores every edit, so a pointer at rest must cause none, even if the camera trembles slightly.
    if (m_carried && m_carried->hasMoved) {
        const auto object = findObject(state, m_carried->key);
        if (object) {
            moveUnlessThere(edits, picture, *object, carriedPlace(picture));
        }
    }
    const Vec3f depthPoint = sceneExtent(state).centre;
    for (const WorldObject& object : worldObjects(state)) {
        const auto at = inWindow(picture, object.place);
        if (object.followsPointer && m_hasPointer && !(at && pointerDistance(*at) <= kClickDistance)) {
            moveUnlessThere(edits, picture, object, placeUnder(picture, m_pointer, depthPoint));
        }
    }
    return edits;
}

ObjectTool::Answer ObjectTool::press(const ButtonChanged& button, const StateView& state,
                                     const Picture& picture) {
    if (!button.hasControl && takeSizeHandle(state, picture)) {
        return {.isTaken = true};
    }
    const auto under = pointed(state, picture);
    const bool isObstacle = under && under->handle.object.kind == WorldObject::Kind::obstacle;
    if (button.hasControl && (!under || (isObstacle && !under->isOnMarker))) {
        return put(state, picture, button.hasShift);
    }
    if (!under || (button.hasShift && !button.hasControl)) {
        return {};  // Shift + drag moves the camera
    }
    const bool isPoint = !isObstacle && under->handle.object.kind != WorldObject::Kind::goal;
    if (button.hasControl && isPoint) {
        return {.isTaken = true, .removed = under->handle.object.key};
    }
    Carried carried = carriedFrom(*under, state, picture);
    if (!carried.canMove) {
        return {};
    }
    m_carried = std::move(carried);
    return {.isTaken = true};
}

ObjectTool::Answer ObjectTool::put(const StateView& state, const Picture& picture, bool isScare) {
    const Scene& scene = state.scene();
    const Vec3f place = insideWorld(scene.world, placeUnder(picture, m_pointer, sceneExtent(state).centre));
    // Count upwards: the scene may not yet contain a point added a moment ago.
    std::string name;
    do {
        name = fmt::format("point-{}", ++m_named);
    } while (std::ranges::find(scene.attractors, name, &Attractor::name) != scene.attractors.end());
    auto added = newPoint(name, isScare, place, state, picture);
    if (!added) {
        return {.isTaken = true, .said = added.problem().text};
    }
    m_selected = added->key;
    m_carried = Carried{.key = std::move(added->key),
                        .depth = depthOf(picture, place),
                        .grip = {},
                        .hasMoved = true,
                        .isNew = true,
                        .start = m_pointer};
    return {.isTaken = true, .edits = std::move(added->edits), .said = std::move(added->said)};
}

ObjectTool::Answer ObjectTool::carry(const StateView& state, const Picture& picture) {
    Answer answer{.isTaken = true};
    if (!m_carried->hasMoved && glm::distance(m_pointer, m_carried->start) < kClickDistance) {
        return answer;
    }
    if (!m_carried->hasMoved) {
        m_selected = m_carried->key;
        if (m_carried->isGoal) {
            takeUpGoal(state, picture);
            answer.edits.push_back({m_carried->key + ".circle", 0.0});
            answer.said = "The goal stays where you leave it";
        }
    }
    m_carried->hasMoved = true;
    moveObject(answer.edits, m_carried->key, carriedPlace(picture));
    return answer;
}

Vec3f ObjectTool::carriedPlace(const Picture& picture) const {
    return placeAtDepth(picture, m_pointer + m_carried->grip, m_carried->depth);
}

ObjectTool::Answer ObjectTool::resize(const Picture& picture) const {
    const float value = valueAt(m_sized->handle, picture, m_pointer) + m_sized->offset;
    return {.isTaken = true, .edits = {objectEdit(m_sized->key, m_sized->handle.tunable, value)}};
}

void ObjectTool::takeUpGoal(const StateView& state, const Picture& picture) {
    const auto goal = findObject(state, m_carried->key);
    const bool isCircling = std::ranges::any_of(state.scene().goals, [&](const Goal& each) {
        return each.circle > 0.0f && m_carried->key == "goal." + each.name;
    });
    if (goal && isCircling && !m_carried->isBeyond) {
        // A circling goal has moved on since the press and jumps to the pointer.
        m_carried->depth = depthOf(picture, goal->place);
        m_carried->grip = {};
    }
}

std::optional<SizeHandle> ObjectTool::sizeHandleAt(const StateView& state, const Picture& picture) const {
    std::optional<SizeHandle> nearest;
    if (const auto object = findObject(state, m_selected); object && !object->followsPointer) {
        double smallest = kSizeTouch * picture.scale;
        // Dragging its middle moves an object, however small it is in the picture.
        if (const auto middle = inWindow(picture, object->place)) {
            smallest = std::min(smallest, pointerDistance(*middle));
        }
        for (const SizeHandle& handle : sizeHandles(*object, picture)) {
            if (const double distance = pointerDistance(handle.at); distance <= smallest) {
                smallest = distance;
                nearest = handle;
            }
        }
    }
    return nearest;
}

bool ObjectTool::isOnSizeHandle(const StateView& state, const Picture& picture) const {
    return m_sized.has_value() || sizeHandleAt(state, picture).has_value();
}

bool ObjectTool::takeSizeHandle(const StateView& state, const Picture& picture) {
    const auto handle = sizeHandleAt(state, picture);
    const auto now =
        handle ? state.scene().value(fmt::format("{}.{}", m_selected, handle->tunable)) : Problem{};
    if (!handle || !now) {
        return false;
    }
    const float offset = static_cast<float>(*now) - valueAt(*handle, picture, m_pointer);
    m_sized = Sized{m_selected, *handle, offset};
    return true;
}

ObjectTool::Carried ObjectTool::carriedFrom(const Pointed& pointed, const StateView& state,
                                            const Picture& picture) const {
    const ObjectHandle& handle = pointed.handle;
    // An object out of view appears at its handle, among the flock.
    const glm::dvec2 at = handle.isBeyond
                              ? glm::dvec2(handle.at)
                              : glm::dvec2(inWindow(picture, handle.object.place).value_or(handle.at));
    const Vec3f place =
        handle.isBeyond ? placeUnder(picture, at, sceneExtent(state).centre) : handle.object.place;
    return {.key = handle.object.key,
            // Keep the camera outside the dragged object.
            .depth = std::max(depthOf(picture, place), boundingRadius(handle.object)),
            .grip = at - m_pointer,
            .isGoal = handle.object.kind == WorldObject::Kind::goal,
            .isBeyond = handle.isBeyond,
            .canMove = handle.isBeyond || canBeDragged(handle.object, picture),
            .start = m_pointer};
}

std::optional<ObjectTool::Pointed> ObjectTool::pointed(const StateView& state, const Picture& picture) const {
    std::optional<Pointed> nearest;
    double smallest = kTouch * picture.scale;
    for (const ObjectHandle& handle : objectHandles(state, picture)) {
        if (const double distance = pointerDistance(handle.at); distance < smallest) {
            smallest = distance;
            nearest = Pointed{.handle = handle,
                              .depth = depthOf(picture, handle.object.place),
                              .isOnMarker = handle.isBeyond || distance < kOnMarker * picture.scale};
        }
    }
    if (nearest && nearest->isOnMarker) {
        return nearest;
    }
    const Ray ray = rayUnder(picture, m_pointer);
    std::optional<Pointed> behind;
    float shortest = std::numeric_limits<float>::infinity();
    for (const WorldObject& object : worldObjects(state)) {
        const bool isObstacle = object.kind == WorldObject::Kind::obstacle && !object.isFloor();
        const auto distance = isObstacle ? distanceAlong(ray, object.obstacle) : std::nullopt;
        if (distance && *distance < shortest) {
            shortest = *distance;
            behind = Pointed{.handle = {.object = object, .at = glm::vec2(m_pointer)},
                             .depth = depthOf(picture, ray.from + ray.direction * *distance)};
        }
    }
    return nearest ? nearest : behind;
}

void ObjectTool::forgetLost(const StateView& state) {
    const auto isLost = [&](const std::string& key) { return !findObject(state, key); };
    if (!m_selected.empty() && isLost(m_selected)) {
        m_selected.clear();
    }
    if (m_carried && isLost(m_carried->key)) {
        m_carried.reset();
    }
    if (m_sized && isLost(m_sized->key)) {
        m_sized.reset();
    }
}

void ObjectTool::drop() {
    m_carried.reset();
    m_sized.reset();
    m_selected.clear();
}

double ObjectTool::pointerDistance(const glm::vec2& at) const {
    return glm::distance(glm::dvec2(at), m_pointer);
}

}  // namespace shoal
