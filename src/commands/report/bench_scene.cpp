#include "commands/report/bench_scene.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>
#include <string>
#include <string_view>
#include <vector>

#include <shoal/random.hpp>

namespace shoal {

namespace {

/// Edge [m] of the cube in which a boid far from the walls has the wanted number of neighbours within
/// `radius`.
float cubeSide(const Workload& workload, double radius) {
    const double ball = 4.0 / 3.0 * std::numbers::pi * radius * radius * radius;
    // 1 m is the smallest world allowed; only a handful of boids needs less.
    return std::max(static_cast<float>(std::cbrt(workload.boids * ball / workload.neighbours)), 1.0f);
}

void set(Scene& scene, std::string_view assignment) {
    [[maybe_unused]] const auto outcome = scene.applyText(assignment);
    assert(outcome && "the workload sets a tunable that does not exist");
}

}  // namespace

Scene benchScene(const Workload& workload) {
    Scene scene;
    scene.name = "bench";
    scene.title = "Workload of shoal bench";
    scene.seed = workload.seed;
    Species& species = scene.species.emplace_back();
    species.count = workload.boids;
    species.perception.radius = 1.0f;
    if (workload.nearest) {
        species.perception.kind = Perception::Kind::nearest;
        species.perception.count = *workload.nearest;
    }
    if (workload.spread) {
        species.perception.kind = Perception::Kind::spread;
        species.perception.spread = static_cast<float>(*workload.spread);
    }
    species.perception.maxCandidates = workload.maxCandidates.value_or(species.perception.maxCandidates);
    const bool isClumped = workload.layout == Workload::Layout::clumped;
    scene.world.shape = isClumped ? World::Shape::sphere : World::Shape::box;
    const float side = isClumped ? species.perception.radius
                                 : cubeSide(workload, static_cast<double>(species.perception.radius));
    scene.world.width = scene.world.height = scene.world.depth = side;
    for (const char* assignment :
         {"separation.enabled=on", "separation.weight=0.02", "separation.radius=0.5", "alignment.enabled=on",
          "alignment.weight=0.05", "alignment.radius=1", "cohesion.enabled=on", "cohesion.weight=0.02",
          "cohesion.radius=1", "limit_acceleration.enabled=on", "limit_acceleration.max=2",
          "limit_speed.enabled=on", "limit_speed.min=0.5", "limit_speed.max=1.5", "bounce.enabled=on",
          "bounce.restitution=1"}) {
        set(scene, assignment);
    }
    return scene;
}

void spreadBoids(Simulation& simulation) {
    const Scene& scene = simulation.scene();
    const Vec3f half = scene.world.halfExtent();
    for (std::size_t s = 0; s < scene.species.size(); ++s) {
        const auto count = static_cast<std::size_t>(scene.species[s].count);
        std::vector<Vec3f> positions(count);
        std::vector<Vec3f> velocities(count);
        for (std::size_t id = 0; id < count; ++id) {
            RandomSequence random(scene.seed, s, id);
            if (scene.world.shape == World::Shape::sphere) {
                positions[id] = random.inBall() * half.x;
            } else {
                // Braces fix the order of the calls.
                positions[id] = Vec3f{random.uniform(-half.x, half.x), random.uniform(-half.y, half.y),
                                      random.uniform(-half.z, half.z)};
            }
            const Vec3f way = random.awayFromZero();
            velocities[id] = way * (1.0f / std::sqrt(lengthSq(way)));
        }
        [[maybe_unused]] const Outcome placed = simulation.place(s, positions, velocities);
        assert(placed && "the boids lie in their world");
    }
}

}  // namespace shoal
