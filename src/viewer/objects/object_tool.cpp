#include "viewer/objects/object_tool.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include "render/camera/scene_extent.hpp"
#include "render/camera/terrain.hpp"
#include "viewer/objects/new_object.hpp"

namespace shoal {

namespace {

constexpr double kTouch = 22.0;      // [px] tolerance beside a marker
constexpr double kOnMarker = 8.0;    // [px] a click this near selects the marker, even if a boid is in front
constexpr double kRimTouch = 9.0;    // [px] tolerance on both sides of a rim
constexpr float kSameDepth = 0.01f;  // relative
constexpr float kMinCarried = 0.1f;  // [m] just in front of the eye
constexpr double kDepthPerNotch = 1.08;
// Of a hunter, whose reach says how large its world is:
constexpr float kHuntSpeed = 1.1f;    // [1/s] reaches
constexpr float kDashSpeed = 4.0f;    // [1/s]
constexpr float kHuntEase = 0.3f;     // [s] it slows down that long before the place
constexpr float kNearHunter = 0.15f;  // reaches
constexpr float kAboveFloor = 0.1f;   // reaches that it stays above the sea floor

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
            return resize(state, picture);
        }
        if (m_carried && !m_carried->hasMoved &&
            glm::distance(m_pointer, m_carried->start) < kClickDistance) {
            return {.isTaken = true};
        }
        return m_carried ? carry(state, picture) : Answer{};
    }
    if (const auto* wheel = std::get_if<WheelTurned>(&event)) {
        const double times = std::pow(kDepthPerNotch, std::clamp(wheel->up, -20.0, 20.0));
        return m_carried ? carry(state, picture, static_cast<float>(times)) : Answer{};
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

/// Returns where a hunter has swum to: at a limited speed towards the wanted place, and slower when near it.
Vec3f ObjectTool::hunted(const WorldObject& hunter, const Vec3f& wanted, float seconds) {
    const Vec3f way = wanted - hunter.place;
    const float distance = std::sqrt(lengthSq(way));
    const Vec3f towards = distance > 0.0f ? way / distance : Vec3f{};
    const bool isThere = distance < kNearHunter * hunter.reach;
    if (m_dashLeft > 0.0f) {
        if (m_dashLeft == kDash && (!isThere || lengthSq(m_heading) == 0.0f)) {
            m_heading = towards;
        }
        return hunter.place + m_heading * (kDashSpeed * hunter.reach * seconds);
    }
    const float speed = std::min(kHuntSpeed * hunter.reach, distance / kHuntEase);
    if (distance > kNearHunter * hunter.reach) {
        m_heading = towards;
    }
    return hunter.place + towards * std::min(speed * seconds, distance);
}

std::vector<Edit> ObjectTool::follow(const StateView& state, const Picture& picture, float seconds) {
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
        if (object.followsPointer && object.isHunter) {
            if (m_hasPointer && seconds > 0.0f) {
                const Scene& scene = state.scene();
                Vec3f place = hunted(object, placeUnder(picture, m_pointer, depthPoint), seconds);
                if (hasLand(scene)) {
                    place.y = scene.ground.heightAt(place.x, place.z);
                } else {
                    const float floor = terrainOf(scene).heightAt(place.x, place.z);
                    place.y = std::max(place.y, floor + kAboveFloor * object.reach);
                }
                moveUnlessThere(edits, picture, object, insideWorld(scene.world, place));
            }
            continue;
        }
        const auto at = inWindow(picture, object.place);
        if (object.followsPointer && m_hasPointer && !(at && pointerDistance(*at) <= kClickDistance)) {
            moveUnlessThere(edits, picture, object, placeUnder(picture, m_pointer, depthPoint));
        }
    }
    m_dashLeft = std::max(0.0f, m_dashLeft - seconds);
    return edits;
}

ObjectTool::Answer ObjectTool::press(const ButtonChanged& button, const StateView& state,
                                     const Picture& picture) {
    if (const auto sized = button.hasControl ? std::nullopt : rimUnderPointer(state, picture)) {
        takeRim(*sized, state, picture);
        return {.isTaken = true};
    }
    const auto under = pointed(state, picture);
    const bool isObstacle = under && under->object.isObstacle();
    if (button.hasControl && (!under || isObstacle)) {
        return put(state, picture, button.hasShift);
    }
    if (!under || (button.hasShift && !button.hasControl)) {
        return {};  // Shift + drag moves the camera
    }
    const WorldObject& object = under->object;
    const bool isGoal = object.kind == WorldObject::Kind::goal;
    if (button.hasControl && !isGoal) {
        return {.isTaken = true, .removed = object.key};
    }
    if (!canBeDragged(object, picture)) {
        return {};
    }
    const glm::dvec2 at(inWindow(picture, object.place).value_or(glm::vec2(m_pointer)));
    m_carried = Carried{.key = object.key,
                        .depth = depthOf(picture, object.place),
                        // Keep the camera outside a stone.
                        .minDepth = std::max(kMinCarried, isObstacle ? boundingRadius(object) : 0.0f),
                        .grip = at - m_pointer,
                        .isGoal = isGoal,
                        .start = m_pointer};
    return {.isTaken = true};
}

ObjectTool::Answer ObjectTool::put(const StateView& state, const Picture& picture, bool isScare) {
    const Scene& scene = state.scene();
    const Vec3f place = insideWorld(scene.world, placeUnder(picture, m_pointer, sceneExtent(state).centre));
    // Count upwards: the scene may not yet contain a point added a moment ago.
    std::string name;
    do {
        name = fmt::format("{}-{}", stemOfPoint(isScare), ++m_named);
    } while (std::ranges::find(scene.attractors, name, &Attractor::name) != scene.attractors.end());
    auto added = newPoint(name, isScare, place, state, picture);
    if (!added) {
        return {.isTaken = true, .said = added.problem().text};
    }
    m_selected = added->key;
    m_carried = Carried{.key = std::move(added->key),
                        .depth = depthOf(picture, place),
                        .minDepth = kMinCarried,
                        .grip = {},
                        .hasMoved = true,
                        .isNew = true,
                        .start = m_pointer};
    return {.isTaken = true, .edits = std::move(added->edits), .said = std::move(added->said)};
}

ObjectTool::Answer ObjectTool::carry(const StateView& state, const Picture& picture, float timesDepth) {
    Answer answer{.isTaken = true};
    if (!m_carried->hasMoved) {
        m_selected = m_carried->key;
        if (m_carried->isGoal) {
            takeUpGoal(state, picture);
            answer.edits.push_back({m_carried->key + ".circle", 0.0});
            answer.said = "The goal stays where you leave it";
        }
    }
    m_carried->hasMoved = true;
    m_carried->depth = std::max(m_carried->depth * timesDepth, m_carried->minDepth);
    moveObject(answer.edits, m_carried->key, carriedPlace(picture));
    return answer;
}

Vec3f ObjectTool::carriedPlace(const Picture& picture) const {
    return placeAtDepth(picture, m_pointer + m_carried->grip, m_carried->depth);
}

ObjectTool::Answer ObjectTool::resize(const StateView& state, const Picture& picture) const {
    Answer answer{.isTaken = true};
    if (const auto object = findObject(state, m_sized->key)) {
        const float times = distanceFrom(rayUnder(picture, m_pointer), object->place) / m_sized->reach;
        for (const auto& [size, before] : m_sized->sizes) {
            answer.edits.push_back(objectEdit(m_sized->key, size, before * times));
        }
    }
    return answer;
}

void ObjectTool::takeUpGoal(const StateView& state, const Picture& picture) {
    const auto goal = findObject(state, m_carried->key);
    const bool isCircling = std::ranges::any_of(state.scene().goals, [&](const Goal& each) {
        return each.circle > 0.0f && m_carried->key == "goal." + each.name;
    });
    if (goal && isCircling) {
        // A circling goal has moved on since the press and jumps to the pointer.
        m_carried->depth = depthOf(picture, goal->place);
        m_carried->grip = {};
    }
}

std::optional<WorldObject> ObjectTool::rimUnderPointer(const StateView& state, const Picture& picture) const {
    auto object = findObject(state, m_selected);
    const auto rim = object && !object->followsPointer ? rimOf(*object, picture) : std::nullopt;
    if (!rim) {
        return std::nullopt;
    }
    // Dragging its middle moves an object, however small it is in the picture.
    const double fromMiddle = pointerDistance(rim->at);
    const double touch = std::min(kRimTouch * picture.scale, fromMiddle);
    return std::abs(fromMiddle - static_cast<double>(rim->radius)) <= touch ? object : std::nullopt;
}

bool ObjectTool::isOnRim(const StateView& state, const Picture& picture) const {
    return m_sized || rimUnderPointer(state, picture);
}

void ObjectTool::takeRim(const WorldObject& object, const StateView& state, const Picture& picture) {
    m_sized = Sized{.key = object.key,
                    .sizes = {},
                    .reach = std::max(distanceFrom(rayUnder(picture, m_pointer), object.place), 1e-4f)};
    for (const std::string_view size : sizesOf(object)) {
        const auto value = state.scene().value(fmt::format("{}.{}", object.key, size));
        m_sized->sizes.emplace_back(size, static_cast<float>(*value));
    }
}

std::optional<ObjectTool::Pointed> ObjectTool::pointed(const StateView& state, const Picture& picture) const {
    std::optional<Pointed> nearest;
    std::optional<Pointed> behind;
    double smallest = kTouch * picture.scale;
    float shortest = std::numeric_limits<float>::infinity();
    const Ray ray = rayUnder(picture, m_pointer);
    for (const WorldObject& object : worldObjects(state)) {
        if (object.followsPointer || object.isFloor()) {
            continue;
        }
        if (object.isObstacle()) {
            if (const auto distance = distanceAlong(ray, object.obstacle); distance && *distance < shortest) {
                shortest = *distance;
                behind = Pointed{.object = object,
                                 .depth = depthOf(picture, ray.from + ray.direction * *distance)};
            }
        } else if (const auto at = inWindow(picture, object.place); at && pointerDistance(*at) < smallest) {
            smallest = pointerDistance(*at);
            nearest = Pointed{.object = object,
                              .depth = depthOf(picture, object.place),
                              .isOnMarker = smallest < kOnMarker * picture.scale};
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
