#include "app/objects/new_object.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "app/objects/free_place.hpp"
#include "app/objects/world_object.hpp"
#include "render/camera/scene_extent.hpp"
#include "sim/scene/clamped_edit.hpp"

namespace shoal {

namespace {

constexpr float kReachPerFlock = 1.5f;   // reach of a new point, in radii of the flock
constexpr float kStonePerFlock = 0.5f;   // diameter of a new stone, likewise
constexpr float kStonePerWorld = 0.3f;   // its largest diameter, in sizes of the world
constexpr float kStonePerHeight = 0.3f;  // its smallest and largest diameter, in half heights of the picture
constexpr float kLargestPerHeight = 0.8f;
constexpr float kMinSpeed = 0.01f;  // [m/s] of boids at rest, to divide by

bool isOn(const Species& species, std::string_view rule) {
    const auto found = species.rules.find(rule);
    return found != nullptr && found->isEnabled;
}

/// Adds the edits that switch a rule on with these values, clamped to their ranges.
void switchOn(AddedObject& added, Scene scene, const Species& species, std::string_view rule,
              std::initializer_list<std::pair<std::string_view, float>> values) {
    const std::string path = fmt::format("species.{}.{}", species.name, rule);
    for (const auto& [key, value] : values) {
        added.edits.push_back(
            clampedEdit(scene, {fmt::format("{}.{}", path, key), static_cast<double>(value)}));
    }
    added.edits.push_back({path + ".enabled", 1.0});
}

/// Whether some species already responds to objects of this kind. If so, the others may ignore them on
/// purpose.
bool isInUse(const Simulation& simulation, bool hasSome, std::initializer_list<std::string_view> rules) {
    return hasSome && std::ranges::any_of(simulation.scene().species, [&](const Species& species) {
               return std::ranges::any_of(rules, [&](std::string_view rule) { return isOn(species, rule); });
           });
}

/// Makes the species respond to a point. Scales the weight, because some models steer a thousand times as
/// hard as others and a point should affect all equally. Returns whether a rule was switched on.
bool makeRespond(AddedObject& added, const Simulation& simulation, float pull) {
    if (isInUse(simulation, !simulation.scene().attractors.empty(), {"heed_attractors"})) {
        return false;
    }
    bool isAny = false;
    for (std::size_t index = 0; index < simulation.flocks().size(); ++index) {
        const Species& species = simulation.scene().species[index];
        if (!isOn(species, "heed_attractors")) {
            isAny = true;
            const float weight = meanSteering(simulation.flocks()[index]) / std::abs(pull);
            switchOn(added, simulation.scene(), species, "heed_attractors",
                     {{"weight", std::clamp(weight, 1.0f, 1000.0f)}});
        }
    }
    return isAny;
}

/// Makes the species avoid a stone. Returns whether a rule was switched on.
bool makeAvoid(AddedObject& added, const Simulation& simulation, float width) {
    if (isInUse(simulation, !simulation.scene().obstacles.empty(), {"avoid_obstacles", "avoid_object"})) {
        return false;
    }
    bool isAny = false;
    for (std::size_t index = 0; index < simulation.flocks().size(); ++index) {
        const Species& species = simulation.scene().species[index];
        if (isOn(species, "avoid_obstacles") || isOn(species, "avoid_object")) {
            continue;
        }
        isAny = true;
        const Flock& flock = simulation.flocks()[index];
        const float speed = std::max(meanSpeed(flock), kMinSpeed);
        // Turns within an eighth of the stone's width, and twice as hard as the other rules steer.
        const float weight = std::max(8.0f * speed * speed / width, 2.0f * meanSteering(flock));
        switchOn(added, simulation.scene(), species, "avoid_obstacles",
                 {{"weight", weight},
                  {"margin", 0.25f * width},
                  {"look_ahead", std::clamp(1.2f * width / speed, 0.3f, 5.0f)}});
    }
    return isAny;
}

bool makeSeek(AddedObject& added, const Simulation& simulation, float radius) {
    if (isInUse(simulation, !simulation.scene().goals.empty(), {"seek_goal"})) {
        return false;
    }
    bool isAny = false;
    for (std::size_t index = 0; index < simulation.flocks().size(); ++index) {
        const Species& species = simulation.scene().species[index];
        if (isOn(species, "seek_goal")) {
            continue;
        }
        isAny = true;
        const Flock& flock = simulation.flocks()[index];
        const float speed = std::max(meanSpeed(flock), kMinSpeed);
        // Strong enough to turn a boid around within the flock's radius.
        const float weight = std::max(2.0f * speed * speed / std::max(radius, 0.1f), meanSteering(flock));
        switchOn(added, simulation.scene(), species, "seek_goal",
                 {{"weight", std::max(weight, 0.5f)}, {"near", 0.5f * radius}});
    }
    return isAny;
}

std::string freeName(const Simulation& simulation, const std::string& kind, const std::string& stem) {
    for (int number = 1;; ++number) {
        std::string name = fmt::format("{}-{}", stem, number);
        if (!findObject(simulation, kind + "." + name)) {
            return name;
        }
    }
}

/// Whether the scene may have one more of a kind of object.
Outcome spaceFor(std::size_t count, std::string_view kind) {
    if (count >= kMaxThings) {
        return Problem{fmt::format("A scene may have at most {} {}; delete one first", kMaxThings, kind)};
    }
    return Done{};
}

/// Returns the diameter of a new stone [m].
float stoneWidth(const Simulation& simulation, const WindowPicture& picture) {
    const FlockExtent extent = sceneExtent(simulation);
    const Vec3f half = simulation.scene().world.halfExtent();
    const float widest = kStonePerWorld * 2.0f * std::min(half.x, half.z);
    if (depthOf(picture, extent.centre) <= 0.0f) {
        // The flock is behind the eye, so its depth says nothing about the size of the view.
        return std::max(0.1f, std::min(kStonePerFlock * extent.radius, widest));
    }
    const float inView = halfHeightAt(picture, extent.centre);
    const float width =
        std::clamp(kStonePerFlock * extent.radius, kStonePerHeight * inView, kLargestPerHeight * inView);
    return std::max(0.1f, std::min(width, widest));
}

Result<AddedObject> newStone(const Simulation& simulation, const WindowPicture& picture) {
    if (const Outcome fits = spaceFor(simulation.scene().obstacles.size(), "obstacles"); !fits) {
        return fits.problem();
    }
    AddedObject added{.key = "obstacle." + freeName(simulation, "obstacle", "stone")};
    const FreePlace at = freePlace(simulation, picture, stoneWidth(simulation, picture) / 2);
    added.edits.push_back({added.key + ".present", 1.0});
    moveObject(added.edits, added.key, at.place);
    added.edits.push_back(objectEdit(added.key, "width", 2.0f * at.radius));
    added.edits.push_back(objectEdit(added.key, "height", 2.0f * at.radius));
    added.edits.push_back(objectEdit(added.key, "depth", 2.0f * at.radius));
    const bool isSwitched = makeAvoid(added, simulation, 2.0f * at.radius);
    added.said = std::string("Drag the stone to move it, or its round handle to size it; Delete removes it") +
                 (isSwitched ? ". The rule \"Avoid obstacles\" is now on" : "");
    return added;
}

Result<AddedObject> newGoal(const Simulation& simulation, const WindowPicture& picture) {
    if (const Outcome fits = spaceFor(simulation.scene().goals.size(), "goals"); !fits) {
        return fits.problem();
    }
    AddedObject added{.key = "goal." + freeName(simulation, "goal", "goal")};
    const FlockExtent extent = sceneExtent(simulation);
    added.edits.push_back({added.key + ".present", 1.0});
    moveObject(added.edits, added.key, freePlace(simulation, picture, 0.0f).place);
    const bool isSwitched = makeSeek(added, simulation, extent.radius);
    added.said = std::string("Drag the goal to move it; Delete removes it") +
                 (isSwitched ? ". The rule \"Seek goal\" is now on" : "");
    return added;
}

}  // namespace

Vec3f insideWorld(const World& world, const Vec3f& point) {
    const Vec3f half = world.halfExtent();
    return {std::clamp(point.x, -half.x, half.x), std::clamp(point.y, -half.y, half.y),
            std::clamp(point.z, -half.z, half.z)};
}

Result<AddedObject> newPoint(const std::string& name, bool isScare, const Vec3f& place,
                             const Simulation& simulation, const WindowPicture& picture) {
    if (const Outcome fits = spaceFor(simulation.scene().attractors.size(), "points"); !fits) {
        return fits.problem();
    }
    // A lone boid has no radius: the reach then depends on how much of the world is in view.
    const float reach =
        std::max({kReachPerFlock * sceneExtent(simulation).radius, halfHeightAt(picture, place), 1.0f});
    // Strong enough to turn a boid around within a tenth of the reach; fear is twice as strong.
    const auto flocks = simulation.flocks();
    const auto largest = std::ranges::max_element(flocks, {}, &Flock::count);
    const float speed = largest == flocks.end() ? 1.0f : meanSpeed(*largest);
    const float pull = std::clamp(10.0f * speed * speed / reach, 1.0f, 25.0f) * (isScare ? -2.0f : 1.0f);
    AddedObject added{.key = "attractor." + name};
    added.edits.push_back({added.key + ".present", 1.0});
    moveObject(added.edits, added.key, place);
    added.edits.push_back(objectEdit(added.key, "pull", pull));
    added.edits.push_back(objectEdit(added.key, "reach", reach));
    const bool isSwitched = makeRespond(added, simulation, pull);
    added.said = fmt::format("This point {}: drag it to move it; Delete or Ctrl + click removes it{}",
                             isScare ? "scares" : "attracts",
                             isSwitched ? ". The rule \"Respond to attractors\" is now on" : "");
    return added;
}

Result<AddedObject> newObject(NewObject kind, const Simulation& simulation, const WindowPicture& picture) {
    switch (kind) {
        case NewObject::stone:
            return newStone(simulation, picture);
        case NewObject::goal:
            return newGoal(simulation, picture);
        case NewObject::lure:
        case NewObject::scare:
            break;
    }
    return newPoint(freeName(simulation, "attractor", "point"), kind == NewObject::scare,
                    freePlace(simulation, picture, 0.0f).place, simulation, picture);
}

}  // namespace shoal
