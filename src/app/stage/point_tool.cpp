#include "app/stage/point_tool.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "app/stage/stage.hpp"

namespace shoal {

namespace {

constexpr double kTouch = 22.0;         // [px] tolerance beside a handle
constexpr float kReachPerFlock = 1.5f;  // reach of a new point, in radii of the flock

// Half the picture's height at a place's distance from the eye [m].
float halfHeightAt(const PointTool::Picture& picture, const Vec3f& place) {
    const glm::vec4 at =
        picture.view.projection * picture.view.view * glm::vec4(place.x, place.y, place.z, 1.0f);
    return std::abs(at.w / picture.view.projection[1][1]);
}

// Makes an edit that the scene accepts: a drag may leave the range of the tunables.
template <class Thing>
Edit withinRange(const std::string& thing, std::string_view key, float value) {
    const std::span<const Parameter> parameters = Thing::parameters;
    const auto parameter =
        std::ranges::find(parameters, key, [](const Parameter& each) { return each.declared.key; });
    return {fmt::format("{}.{}", thing, key),
            parameter->shown(parameter->stored(static_cast<double>(value)))};
}

template <class Thing>
void moveThing(std::vector<Edit>& edits, const std::string& key, const Vec3f& place) {
    edits.push_back(withinRange<Thing>(key, "x", place.x));
    edits.push_back(withinRange<Thing>(key, "y", place.y));
    edits.push_back(withinRange<Thing>(key, "z", place.z));
}

void moveTo(std::vector<Edit>& edits, const std::string& key, const Vec3f& place) {
    if (key.starts_with("goal.")) {
        moveThing<Goal>(edits, key, place);
    } else {
        moveThing<Attractor>(edits, key, place);
    }
}

// Mean length of a flock's vectors, estimated from at most 256 boids.
float meanLength(const Column3& vectors, std::size_t count) {
    const std::size_t seen = std::min<std::size_t>(count, 256);
    float total = 0.0f;
    for (std::size_t slot = 0; slot < seen; ++slot) {
        total += std::sqrt(lengthSq(vectors.at(slot)));
    }
    return seen == 0 ? 0.0f : total / static_cast<float>(seen);
}

float meanSpeed(const Flock& flock) {
    return meanLength(flock.now().velocity, flock.count());
}

// Some models steer a thousand times as hard as others; a point should affect each of them equally.
float weightFor(const Flock& flock, float pull) {
    return std::clamp(meanLength(flock.steering(), flock.count()) / std::abs(pull), 1.0f, 1000.0f);
}

Vec3f within(const World& world, const Vec3f& point) {
    const Vec3f half = world.halfExtent();
    return {std::clamp(point.x, -half.x, half.x), std::clamp(point.y, -half.y, half.y),
            std::clamp(point.z, -half.z, half.z)};
}

}  // namespace

PointTool::Answer PointTool::handle(const InputEvent& event, const Simulation& simulation,
                                    const Picture& picture, bool canBegin) {
    if (const auto* moved = std::get_if<PointerMoved>(&event)) {
        m_x = moved->x;
        m_y = moved->y;
        m_hasPointer = true;
        return m_carried ? carry(simulation, picture) : Answer{};
    }
    const auto* button = std::get_if<ButtonChanged>(&event);
    if (button == nullptr) {
        return {};
    }
    const bool isLeft = button->button == MouseButton::left;
    if (m_carried) {
        // While dragging, take all buttons; otherwise the camera would begin a drag as well.
        Answer answer{.isTaken = true, .edits = {}, .said = {}};
        if (isLeft && !button->isDown) {
            answer.isClick = !m_carried->hasMoved && !m_carried->isNew;
            m_carried.reset();
        }
        return answer;
    }
    return isLeft && button->isDown && canBegin ? press(*button, simulation, picture) : Answer{};
}

std::vector<Edit> PointTool::follow(const Simulation& simulation, const Picture& picture) const {
    std::vector<Edit> edits;
    for (const Attractor& attractor : simulation.scene().attractors) {
        // A take holds every edit, so a pointer at rest must make none, even if the camera trembles.
        const auto at = inWindow(picture, attractor.place());
        if (attractor.followsPointer && m_hasPointer && !(at && pointerDistance(*at) <= kClickDistance)) {
            const Vec3f depthPoint = sceneExtent(simulation).centre;
            moveTo(edits, "attractor." + attractor.name, placeUnder(picture, depthPoint));
        }
    }
    return edits;
}

PointTool::Answer PointTool::press(const ButtonChanged& button, const Simulation& simulation,
                                   const Picture& picture) {
    auto pointed = pointedAt(simulation, picture);
    if (!button.hasControl) {
        m_carried = std::move(pointed);
        return {.isTaken = m_carried.has_value(), .edits = {}, .said = {}};
    }
    if (!pointed) {
        return put(simulation, picture, button.hasShift);
    }
    if (pointed->isGoal) {
        m_carried = std::move(pointed);
        return {.isTaken = true, .edits = {}, .said = {}};
    }
    return {.isTaken = true, .edits = {{pointed->key + ".present", 0.0}}, .said = "Point removed"};
}

PointTool::Answer PointTool::put(const Simulation& simulation, const Picture& picture, bool isScare) {
    const Scene& scene = simulation.scene();
    const FlockExtent extent = sceneExtent(simulation);
    const Vec3f place = within(scene.world, placeUnder(picture, extent.centre));
    // A lone boid has no radius; the point still acts on what is in view.
    const float reach = std::max({kReachPerFlock * extent.radius, halfHeightAt(picture, place), 1.0f});
    // Strong enough to turn a boid around within a tenth of the reach; fear is twice as strong.
    const auto flocks = simulation.flocks();
    const auto largest = std::ranges::max_element(flocks, {}, &Flock::count);
    const float speed = largest == flocks.end() ? 1.0f : meanSpeed(*largest);
    const float pull = std::clamp(10.0f * speed * speed / reach, 1.0f, 25.0f) * (isScare ? -2.0f : 1.0f);

    Answer answer{.isTaken = true, .edits = {}, .said = {}};
    // Count upwards: the scene may not yet contain a point added a moment ago.
    std::string name;
    do {
        name = fmt::format("point-{}", ++m_named);
    } while (std::ranges::find(scene.attractors, name, &Attractor::name) != scene.attractors.end());
    const std::string key = "attractor." + name;
    answer.edits.push_back({key + ".present", 1.0});
    moveTo(answer.edits, key, place);
    answer.edits.push_back(withinRange<Attractor>(key, "pull", pull));
    answer.edits.push_back(withinRange<Attractor>(key, "reach", reach));
    for (std::size_t index = 0; index < flocks.size(); ++index) {
        const Species& species = scene.species[index];
        if (!species.rules.find("heed_attractors")->isEnabled) {
            const std::string rule = fmt::format("species.{}.heed_attractors", species.name);
            answer.edits.push_back({rule + ".weight", static_cast<double>(weightFor(flocks[index], pull))});
            answer.edits.push_back({rule + ".enabled", 1.0});
        }
    }
    answer.said = isScare ? "This point scares: drag it to move it, Ctrl + click removes it"
                          : "This point attracts: drag it to move it, Ctrl + click removes it";
    m_carried = Carried{.key = key,
                        .place = place,
                        .grip = {},
                        .isGoal = false,
                        .isBeyond = false,
                        .hasMoved = true,
                        .isNew = true,
                        .x = m_x,
                        .y = m_y};
    return answer;
}

PointTool::Answer PointTool::carry(const Simulation& simulation, const Picture& picture) {
    Answer answer{.isTaken = true, .edits = {}, .said = {}};
    if (!m_carried->hasMoved && std::hypot(m_x - m_carried->x, m_y - m_carried->y) < kClickDistance) {
        return answer;
    }
    if (!m_carried->hasMoved && m_carried->isGoal) {
        takeUpGoal(simulation);
        answer.edits.push_back({m_carried->key + ".circle", 0.0});
        answer.said = "The goal stays where you leave it";
    }
    m_carried->hasMoved = true;
    moveTo(answer.edits, m_carried->key, placeUnder(picture, m_carried->place) + m_carried->grip);
    return answer;
}

void PointTool::takeUpGoal(const Simulation& simulation) {
    for (const Goal& goal : simulation.scene().goals) {
        // A circling goal has moved on since the press and jumps to the pointer.
        if (goal.circle > 0.0f && !m_carried->isBeyond && m_carried->key == "goal." + goal.name) {
            m_carried->place = goal.at(simulation.seconds());
            m_carried->grip = {};
        }
    }
}

std::optional<PointTool::Carried> PointTool::pointedAt(const Simulation& simulation,
                                                       const Picture& picture) const {
    std::optional<Carried> nearest;
    double smallest = kTouch * picture.scale;
    for (const PointHandle& handle : pointHandles(simulation, picture)) {
        const double distance = pointerDistance(handle.at);
        if (distance >= smallest) {
            continue;
        }
        smallest = distance;
        // One that is out of view comes into view where its handle is, among the flock.
        const Vec3f place =
            handle.isBeyond ? placeUnder(picture, sceneExtent(simulation).centre) : handle.place;
        nearest = Carried{.key = handle.key,
                          .place = place,
                          .grip = place - placeUnder(picture, place),
                          .isGoal = handle.kind == PointHandle::Kind::goal,
                          .isBeyond = handle.isBeyond,
                          .hasMoved = false,
                          .x = m_x,
                          .y = m_y};
    }
    return nearest;
}

double PointTool::pointerDistance(const glm::vec2& at) const {
    return std::hypot(static_cast<double>(at.x) - m_x, static_cast<double>(at.y) - m_y);
}

Vec3f PointTool::placeUnder(const Picture& picture, const Vec3f& depthPoint) const {
    const glm::vec4 there{depthPoint.x, depthPoint.y, depthPoint.z, 1.0f};
    // Nothing is visible at the depth of a point behind the eye, so use a depth just in front of it.
    const float depth = std::max(-(picture.view.view * there).z, 0.1f);
    const glm::mat4& projection = picture.view.projection;
    const auto ndcX = static_cast<float>(2.0 * m_x / picture.width - 1.0);
    const auto ndcY = static_cast<float>(1.0 - 2.0 * m_y / picture.height);
    // The projection of (x, y, −depth) solved for x and y; its third column shifts the picture sideways.
    const glm::vec4 seen{(ndcX + projection[2][0]) * depth / projection[0][0],
                         (ndcY + projection[2][1]) * depth / projection[1][1], -depth, 1.0f};
    const glm::vec4 place = glm::inverse(picture.view.view) * seen;
    return {place.x, place.y, place.z};
}

}  // namespace shoal
