#include "viewer/objects/world_object.hpp"

#include <algorithm>
#include <cctype>
#include <span>

#include <fmt/format.h>

namespace shoal {

namespace {

std::span<const Parameter> parametersOf(std::string_view objectKey) {
    if (objectKey.starts_with("obstacle.")) {
        return Obstacle::parameters;
    }
    return objectKey.starts_with("goal.") ? std::span<const Parameter>(Goal::parameters)
                                          : std::span<const Parameter>(Attractor::parameters);
}

}  // namespace

std::vector<WorldObject> worldObjects(const StateView& state) {
    using Kind = WorldObject::Kind;
    const Scene& scene = state.scene();
    std::vector<WorldObject> objects;
    objects.reserve(scene.obstacles.size() + scene.goals.size() + scene.attractors.size());
    for (const Obstacle& obstacle : scene.obstacles) {
        objects.push_back({.key = "obstacle." + obstacle.name,
                           .kind = Kind::obstacle,
                           .place = obstacle.centre(),
                           .obstacle = obstacle});
    }
    for (const Goal& goal : scene.goals) {
        objects.push_back(
            {.key = "goal." + goal.name, .kind = Kind::goal, .place = goal.at(state.seconds())});
    }
    for (const Attractor& attractor : scene.attractors) {
        objects.push_back({.key = "attractor." + attractor.name,
                           .kind = attractor.pull < 0.0f ? Kind::scares : Kind::attracts,
                           .place = attractor.place(),
                           .reach = attractor.reach,
                           .isHunter = attractor.isHunter(),
                           .followsPointer = attractor.followsPointer});
    }
    return objects;
}

std::optional<WorldObject> findObject(const StateView& state, std::string_view key) {
    if (key.empty()) {
        return std::nullopt;
    }
    std::vector<WorldObject> objects = worldObjects(state);
    const auto found = std::ranges::find(objects, key, &WorldObject::key);
    return found == objects.end() ? std::nullopt : std::optional(std::move(*found));
}

std::string titleOf(const WorldObject& object) {
    std::string title = object.key.substr(object.key.find('.') + 1);
    std::ranges::replace(title, '-', ' ');
    if (!title.empty()) {
        title[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(title[0])));
    }
    return title;
}

Edit objectEdit(std::string_view objectKey, std::string_view tunable, float value) {
    const std::span<const Parameter> parameters = parametersOf(objectKey);
    const auto parameter =
        std::ranges::find_if(parameters, [&](const Parameter& each) { return each.declared.key == tunable; });
    return {fmt::format("{}.{}", objectKey, tunable),
            parameter->shown(parameter->stored(static_cast<double>(value)))};
}

void moveObject(std::vector<Edit>& edits, std::string_view objectKey, const Vec3f& place) {
    edits.push_back(objectEdit(objectKey, "x", place.x));
    edits.push_back(objectEdit(objectKey, "y", place.y));
    edits.push_back(objectEdit(objectKey, "z", place.z));
}

}  // namespace shoal
