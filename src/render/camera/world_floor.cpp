#include "render/camera/world_floor.hpp"

#include <algorithm>

#include <shoal/rules/limit/planar.hpp>

namespace shoal {
namespace {

const Rule* planarRule(const Species& species) {
    const Rule* rule = species.rules.find(Planar::info.key);
    return rule != nullptr && rule->isEnabled ? rule : nullptr;
}

WorldFloor::Edge edgeOf(const Scene& scene) {
    const bool isWalled = std::ranges::any_of(scene.species, [](const Species& species) {
        return std::ranges::any_of(species.rules,
                                   [](const auto& rule) { return rule->isEnabled && rule->info().isWall; });
    });
    const bool isWrapped = std::ranges::any_of(scene.species, &Species::wrapsWorld);
    return isWrapped  ? WorldFloor::Edge::wrapped
           : isWalled ? WorldFloor::Edge::walled
                      : WorldFloor::Edge::open;
}

}  // namespace

WorldFloor worldFloorOf(const Scene& scene) {
    const Vec3f half = scene.world.halfExtent();
    WorldFloor floor{.centre = {0.0f, -half.y, 0.0f},
                     .halfWidth = half.x,
                     .halfDepth = half.z,
                     .isDisc = scene.world.shape == World::Shape::sphere,
                     .edge = edgeOf(scene)};
    floor.isPlane = !scene.species.empty() && std::ranges::all_of(scene.species, planarRule);
    if (floor.isPlane) {
        floor.centre.y = scene.species.front().rules.get<Planar>().height;
    } else if (scene.ground.form != Ground::Form::none) {
        floor.centre.y = scene.ground.level;
    }
    return floor;
}

}  // namespace shoal
