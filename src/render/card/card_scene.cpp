#include "render/card/card_scene.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

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

constexpr float kSwimTime = 0.08f;   // [s] in which a hunter comes nearer to its place by a factor of e
constexpr float kMinGlide = 0.02f;   // [m/s] of a hunter at rest, which keeps its heading
constexpr float kLongestGap = 0.5f;  // [s] between two states; farther apart, it jumps

Species::Body bodyOf(Attractor::Animal animal) {
    return animal == Attractor::Animal::lion     ? Species::Body::cat
           : animal == Attractor::Animal::falcon ? Species::Body::falcon
                                                 : Species::Body::shark;
}

}  // namespace

void HunterBodies::follow(const StateView& state, std::uint64_t beginning) {
    const Scene& scene = state.scene();
    const std::uint64_t step = state.stepCount();
    const bool goesOn = beginning == m_beginning && step >= m_step;
    const auto seconds = static_cast<float>(scene.time.modelSeconds(static_cast<double>(step - m_step)));
    const auto stepSeconds = static_cast<float>(scene.time.modelSeconds(1.0));
    std::vector<Hunter> before = std::exchange(m_hunters, {});
    for (const Attractor& attractor : scene.attractors) {
        if (!attractor.isHunter()) {
            continue;
        }
        const auto known =
            std::ranges::find(before, attractor.name, [](const Hunter& each) { return each.attractor.name; });
        Hunter hunter{.attractor = attractor,
                      .place = attractor.place(),
                      .velocity = {kMinGlide, 0.0f, 0.0f},
                      .flock = {}};
        if (goesOn && known != before.end() && seconds < kLongestGap) {
            hunter.velocity = known->velocity;
            const Vec3f way = attractor.place() - known->place;
            const Vec3f made = way * (1.0f - std::exp(-seconds / kSwimTime));
            hunter.place = known->place + made;
            if (seconds > 0.0f && lengthSq(made) > kMinGlide * kMinGlide * seconds * seconds) {
                hunter.velocity = made / seconds;
            } else if (seconds > 0.0f) {
                hunter.velocity = known->velocity * (kMinGlide / std::sqrt(lengthSq(known->velocity)));
            }
        }
        hunter.flock.resize(1);
        for (FlockState* const at : {&hunter.flock.now(), &hunter.flock.before()}) {
            at->id[0] = 0;
            at->velocity.put(0, hunter.velocity);
        }
        hunter.flock.now().position.put(0, hunter.place);
        hunter.flock.before().position.put(0, hunter.place - hunter.velocity * stepSeconds);
        m_hunters.push_back(std::move(hunter));
    }
    m_beginning = beginning;
    m_step = step;
}

void HunterBodies::addTo(std::vector<BodyBatch>& batches, const Scene& scene) const {
    for (const Hunter& hunter : m_hunters) {
        batches.push_back({.flock = &hunter.flock,
                           .bodyLength = hunter.attractor.bodyLength,
                           .body = bodyOf(hunter.attractor.animal),
                           .ground = &scene.ground,
                           .mesh = {},
                           .colours = {}});
    }
}

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
    m_hunters.follow(state, beginning);
    std::vector<BodyBatch> batches = batchesOf(state.scene(), state.flocks(), colours);
    m_hunters.addTo(batches, state.scene());
    uploadBodies(batches, stateTime(state.scene().time, beginning, state.stepCount()), threads);
}

}  // namespace shoal
