#include "render/card/card_scene.hpp"

#include <algorithm>

namespace shoal {
namespace {

std::vector<BodyBatch> batchesOf(const Scene& scene, std::span<const Flock> flocks,
                                 std::span<const std::vector<std::uint32_t>> colours) {
    std::vector<BodyBatch> batches;
    for (std::size_t index = 0; index < flocks.size(); ++index) {
        const Species& species = scene.species[index];
        batches.push_back({.flock = &flocks[index],
                           .bodyLength = species.bodyLength,
                           .hue = species.hue,
                           .tint = species.tint,
                           .body = species.mesh.empty() ? species.body : kOwnBody,
                           .ground = &scene.ground,
                           .mouth = species.mouth,
                           .mesh = species.mesh,
                           .colours = {}});
        if (index < colours.size()) {
            batches.back().colours = colours[index];
        }
    }
    return batches;
}

StateTime stateTime(const TimeSettings& time, std::uint64_t beginning, std::uint64_t step) {
    return {.beginning = beginning,
            .step = step,
            .stepSeconds = static_cast<float>(time.realSeconds(1.0)),
            .ratio = static_cast<float>(time.ratio())};
}

}  // namespace

void CardScene::uploadBodies(std::span<const BodyBatch> batches, const StateTime& time, int threads) {
    Result<std::size_t> bytes = bodies.upload(batches, time, threads);
    uploadBytes = bytes ? *bytes : 0;
    uploaded = bytes ? Outcome(Done{}) : Outcome(bytes.problem());
}

void CardScene::upload(const StateView& state, std::uint64_t beginning,
                       std::span<const std::vector<std::uint32_t>> colours, int threads) {
    const Scene& scene = state.scene();
    uploadBodies(state, beginning, colours, threads);
    ground.upload(drawnGround(scene), scene.world);
    seabed.upload(seabedOf(scene));
    world = scene.world;
    floor = worldFloorOf(scene);
    obstacles = scene.obstacles;
    attractors = scene.attractors;
    goals.clear();
    goalsBefore.clear();
    for (const Goal& goal : scene.goals) {
        const auto step = static_cast<double>(state.stepCount());
        goals.push_back(goal.at(scene.time.modelSeconds(step)));
        goalsBefore.push_back(goal.at(scene.time.modelSeconds(std::max(step - 1.0, 0.0))));
    }
    bests.clear();
    for (std::size_t index = 0; index < state.flocks().size(); ++index) {
        if (const auto best = state.best(index)) {
            const float x = best->found.x;
            const float z = best->found.z;
            bests.push_back({x, scene.ground.heightAt(x, z), z});
        }
    }
}

void CardScene::upload(const World& newWorld, std::span<const BodyBatch> batches, const StateTime& time) {
    uploadBodies(batches, time, 1);
    ground.upload({}, newWorld);
    seabed.upload({});
    world = newWorld;
    const Vec3f half = newWorld.halfExtent();
    floor = {.centre = {0.0f, -half.y, 0.0f},
             .halfWidth = half.x,
             .halfDepth = half.z,
             .isDisc = newWorld.shape == World::Shape::sphere};
    obstacles.clear();
    attractors.clear();
    goals.clear();
    goalsBefore.clear();
    bests.clear();
}

void CardScene::uploadBodies(const StateView& state, std::uint64_t beginning,
                             std::span<const std::vector<std::uint32_t>> colours, int threads) {
    uploadBodies(batchesOf(state.scene(), state.flocks(), colours),
                 stateTime(state.scene().time, beginning, state.stepCount()), threads);
}

}  // namespace shoal
