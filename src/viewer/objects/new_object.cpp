#include "viewer/objects/new_object.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <iterator>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "render/camera/scene_extent.hpp"
#include "sim/scene/clamped_edit.hpp"

namespace shoal {

namespace {

constexpr float kReachPerFlock = 1.5f;   // reach of a new point, in radii of the flock
constexpr float kStonePerFlock = 0.5f;   // diameter of a new stone, likewise
constexpr float kStonePerWorld = 0.3f;   // its largest diameter, in sizes of the world
constexpr float kStonePerHeight = 0.3f;  // its smallest and largest diameter, in half heights of the picture
constexpr float kLargestPerHeight = 0.8f;
constexpr float kHunterPerFlock = 0.7f;  // reach of a hunter, in radii of the flock
constexpr float kHunterFear = 2.5f;      // its push, in those of a point that scares
// Length of a shark, falcon and lion, in those of its prey, and at least, in half heights of the picture.
constexpr std::array kHunterPerPrey{7.0f, 4.0f, 1.2f};
constexpr std::array kHunterPerHeight{0.14f, 0.06f, 0.0f};
constexpr float kMinSpeed = 0.01f;  // [m/s] of boids at rest, to divide by

// Rules that make boids respond to a new object.
constexpr std::string_view kAvoid = "avoid_obstacles";
constexpr std::string_view kSeek = "seek_goal";
constexpr std::string_view kHeed = "heed_attractors";

bool isOn(const Species& species, std::string_view rule) {
    const auto found = species.rules.find(rule);
    return found != nullptr && found->isEnabled;
}

/// Values of a rule's tunables.
using Values = std::vector<std::pair<std::string_view, float>>;

/// Adds the edits that make the boids respond to a new object: they switch the first of `rules` on, with
/// values clamped to their ranges, in each species that has none of them on. Adds none if the scene has such
/// objects and some species responds to them: the others may ignore them on purpose. Returns whether any was
/// added.
template <class ValuesOf>
bool makeRespond(ObjectEdits& added, const StateView& state, bool hasSome,
                 std::initializer_list<std::string_view> rules, const ValuesOf& valuesOf) {
    Scene scene = state.scene();
    const auto responds = [&](const Species& species) {
        return std::ranges::any_of(rules, [&](std::string_view rule) { return isOn(species, rule); });
    };
    if (hasSome && std::ranges::any_of(scene.species, responds)) {
        return false;
    }
    bool isAny = false;
    for (std::size_t index = 0; index < state.flocks().size(); ++index) {
        const Species& species = state.scene().species[index];
        if (responds(species)) {
            continue;
        }
        isAny = true;
        const std::string path = fmt::format("species.{}.{}", species.name, *rules.begin());
        for (const auto& [key, value] : valuesOf(state.flocks()[index])) {
            added.edits.push_back(
                clampedEdit(scene, {fmt::format("{}.{}", path, key), static_cast<double>(value)}));
        }
        added.edits.push_back({path + ".enabled", 1.0});
    }
    return isAny;
}

std::string freeName(const StateView& state, const std::string& kind, const std::string& stem) {
    for (int number = 1;; ++number) {
        std::string name = fmt::format("{}-{}", stem, number);
        if (!findObject(state, kind + "." + name)) {
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

/// Returns the place in the middle of the picture beside the new object's card, as deep as the flock but
/// outside a ball of this radius [m] around the eye; on land, on the ground.
Vec3f placeInMiddle(const StateView& state, const WindowPicture& picture, float radius = 0.0f) {
    WindowPicture::Part part = picture.freePart();
    part.max.x = std::max(part.min.x, part.max.x - static_cast<float>(picture.sideWidth));
    // A camera in the flock, or turned away from it, must not be inside a stone.
    const float depth = std::max(depthOf(picture, sceneExtent(state).centre), 2.0f * radius);
    Vec3f place = placeAtDepth(picture, 0.5f * (part.min + part.max), depth);
    if (hasLand(state.scene())) {
        place.y = state.scene().ground.heightAt(place.x, place.z);
    }
    return place;
}

/// Returns the diameter of a new stone [m].
float stoneWidth(const StateView& state, const WindowPicture& picture) {
    const FlockExtent extent = sceneExtent(state);
    const Vec3f half = state.scene().world.halfExtent();
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

Result<ObjectEdits> newStone(const StateView& state, const WindowPicture& picture) {
    if (const Outcome fits = spaceFor(state.scene().obstacles.size(), "obstacles"); !fits) {
        return fits.problem();
    }
    ObjectEdits added{.key = "obstacle." + freeName(state, "obstacle", "stone")};
    const float width = stoneWidth(state, picture);
    added.edits.push_back({added.key + ".present", 1.0});
    moveObject(added.edits, added.key, placeInMiddle(state, picture, width / 2));
    for (const std::string_view size : {"width", "height", "depth"}) {
        added.edits.push_back(objectEdit(added.key, size, width));
    }
    const bool isSwitched = makeRespond(
        added, state, !state.scene().obstacles.empty(), {kAvoid, "avoid_object"}, [&](const Flock& flock) {
            const float speed = std::max(meanSpeed(flock), kMinSpeed);
            // Turns within an eighth of the stone's width, and twice as hard as the other rules steer.
            return Values{{"weight", std::max(8.0f * speed * speed / width, 2.0f * meanSteering(flock))},
                          {"margin", 0.25f * width},
                          {"look_ahead", std::clamp(1.2f * width / speed, 0.3f, 5.0f)}};
        });
    added.said = std::string("Drag the stone to move it, or its rim to size it; Delete removes it") +
                 (isSwitched ? ". The rule \"Avoid obstacles\" is now on" : "");
    return added;
}

Result<ObjectEdits> newGoal(const StateView& state, const WindowPicture& picture) {
    if (const Outcome fits = spaceFor(state.scene().goals.size(), "goals"); !fits) {
        return fits.problem();
    }
    ObjectEdits added{.key = "goal." + freeName(state, "goal", "goal")};
    added.edits.push_back({added.key + ".present", 1.0});
    const float radius = sceneExtent(state).radius;
    moveObject(added.edits, added.key, placeInMiddle(state, picture, 0.5f * radius));
    const bool isSwitched =
        makeRespond(added, state, !state.scene().goals.empty(), {kSeek}, [&](const Flock& flock) {
            const float speed = std::max(meanSpeed(flock), kMinSpeed);
            // Strong enough to turn a boid around within the flock's radius.
            const float turning = 2.0f * speed * speed / std::max(radius, 0.1f);
            return Values{{"weight", std::max({turning, meanSteering(flock), 0.5f})},
                          {"near", 0.5f * radius}};
        });
    added.said = std::string("Drag the goal to move it; Delete removes it") +
                 (isSwitched ? ". The rule \"Seek goal\" is now on" : "");
    return added;
}

Attractor::Animal hunterOf(const Species& prey) {
    using enum Species::Body;
    const bool isBeast = prey.body == beast || prey.body == cat;
    const bool isBird = prey.body == bird || prey.body == gull || prey.body == falcon || prey.body == dart;
    return isBeast ? Attractor::Animal::lion : isBird ? Attractor::Animal::falcon : Attractor::Animal::shark;
}

/// A point that scares, in the shape of an animal, and follows the pointer.
Result<ObjectEdits> newHunter(const StateView& state, const WindowPicture& picture) {
    const auto flocks = state.flocks();
    const auto largest = std::ranges::max_element(flocks, {}, &Flock::count);
    if (largest == flocks.end() || largest->count() == 0) {
        return Problem{"There are no boids to hunt"};
    }
    const Species& prey = state.scene().species[static_cast<std::size_t>(largest - flocks.begin())];
    const Vec3f place = placeInMiddle(state, picture);
    auto hunter = newPoint(freeName(state, "attractor", "hunter"), true, place, state, picture);
    if (!hunter) {
        return hunter;
    }
    const Attractor::Animal animal = hunterOf(prey);
    const std::size_t kind = static_cast<std::size_t>(animal) - 1;
    const float length = std::max(kHunterPerPrey[kind] * prey.bodyLength,
                                  kHunterPerHeight[kind] * halfHeightAt(picture, place));
    const float reach = std::max(kHunterPerFlock * sceneExtent(state).radius, 2.0f * length);
    const auto pull = std::ranges::find(hunter->edits, hunter->key + ".pull", &Edit::key);
    hunter->edits.push_back(objectEdit(hunter->key, "pull", kHunterFear * static_cast<float>(pull->shown)));
    hunter->edits.push_back(objectEdit(hunter->key, "reach", reach));
    hunter->edits.push_back(objectEdit(hunter->key, "body_length", length));
    hunter->edits.push_back(objectEdit(hunter->key, "animal", static_cast<float>(animal)));
    hunter->edits.push_back(objectEdit(hunter->key, "follows_pointer", 1.0f));
    hunter->said = fmt::format("A {} follows the mouse. Click: it dashes; {{cancel}} sends it away",
                               Attractor::animals[static_cast<std::size_t>(animal)]);
    return hunter;
}

bool isLastOfItsKind(const WorldObject& object, const Scene& scene) {
    const bool isStone = object.kind == WorldObject::Kind::obstacle;
    const bool isGoal = object.kind == WorldObject::Kind::goal;
    return (isStone ? scene.obstacles.size() : isGoal ? scene.goals.size() : scene.attractors.size()) == 1;
}

}  // namespace

Vec3f insideWorld(const World& world, const Vec3f& point) {
    const Vec3f half = world.halfExtent();
    return {std::clamp(point.x, -half.x, half.x), std::clamp(point.y, -half.y, half.y),
            std::clamp(point.z, -half.z, half.z)};
}

Result<ObjectEdits> newPoint(const std::string& name, bool isScare, const Vec3f& place,
                             const StateView& state, const WindowPicture& picture) {
    if (const Outcome fits = spaceFor(state.scene().attractors.size(), "points"); !fits) {
        return fits.problem();
    }
    // A lone boid has no radius: the reach then depends on how much of the world is in view.
    const float reach =
        std::max({kReachPerFlock * sceneExtent(state).radius, halfHeightAt(picture, place), 1.0f});
    // Strong enough to turn a boid around within a tenth of the reach; fear is twice as strong.
    const auto flocks = state.flocks();
    const auto largest = std::ranges::max_element(flocks, {}, &Flock::count);
    const float speed = largest == flocks.end() ? 1.0f : meanSpeed(*largest);
    const float pull = std::clamp(10.0f * speed * speed / reach, 1.0f, 25.0f) * (isScare ? -2.0f : 1.0f);
    ObjectEdits added{.key = "attractor." + name};
    added.edits.push_back({added.key + ".present", 1.0});
    moveObject(added.edits, added.key, place);
    added.edits.push_back(objectEdit(added.key, "pull", pull));
    added.edits.push_back(objectEdit(added.key, "reach", reach));
    const bool isSwitched =
        makeRespond(added, state, !state.scene().attractors.empty(), {kHeed}, [&](const Flock& flock) {
            // Some models steer a thousand times as hard as others, and a point should affect all equally.
            return Values{{"weight", std::clamp(meanSteering(flock) / std::abs(pull), 1.0f, 1000.0f)}};
        });
    added.said = fmt::format(
        "This point {}: drag it to move it; {{remove_object}} or Ctrl + click removes it{}",
        isScare ? "scares" : "attracts", isSwitched ? ". The rule \"Respond to attractors\" is now on" : "");
    return added;
}

Result<ObjectEdits> newObject(NewObject kind, const StateView& state, const WindowPicture& picture) {
    switch (kind) {
        case NewObject::stone:
            return newStone(state, picture);
        case NewObject::goal:
            return newGoal(state, picture);
        case NewObject::hunter:
            return newHunter(state, picture);
        case NewObject::lure:
        case NewObject::scare:
            break;
    }
    const bool isScare = kind == NewObject::scare;
    return newPoint(freeName(state, "attractor", stemOfPoint(isScare)), isScare,
                    placeInMiddle(state, picture), state, picture);
}

ObjectEdits removalOf(const WorldObject& object, const Scene& scene, const Scene& loaded) {
    ObjectEdits removal{.key = object.key, .edits = {{object.key + ".present", 0.0}}};
    removal.said = fmt::format("{} is removed; {{undo}} brings it back", titleOf(object));
    if (!isLastOfItsKind(object, scene)) {
        return removal;
    }
    const std::string_view rule = object.kind == WorldObject::Kind::obstacle ? kAvoid
                                  : object.kind == WorldObject::Kind::goal   ? kSeek
                                                                             : kHeed;
    Scene copy = scene;
    const std::vector<Section> sections = copy.sections();
    const std::vector<Edit> resets = difference(scene, loaded);
    std::string switchedOff;
    for (const Section& section : sections) {
        const bool isIts = section.rule != nullptr && section.path.ends_with(fmt::format(".{}", rule));
        const Edit off{section.path + ".enabled", 0.0};
        if (isIts && std::ranges::find(resets, off) != resets.end()) {
            std::ranges::copy_if(resets, std::back_inserter(removal.edits), [&](const Edit& reset) {
                return reset.key.starts_with(section.path + ".");
            });
            switchedOff = section.title;
        }
    }
    if (!switchedOff.empty()) {
        removal.said += fmt::format(". The rule \"{}\" is off again", switchedOff);
    }
    return removal;
}

}  // namespace shoal
