// Properties that every built-in preset keeps, however long it runs.

#include <string_view>

#include <shoal/preset.hpp>

#include "play/session/session.hpp"

namespace shoal::test {

namespace {

#ifdef NDEBUG
constexpr int kLong = 10000;
constexpr int kShort = 600;  // with other seeds
#else
// Sanitizers make steps fifty times slower.
constexpr int kLong = 300;
constexpr int kShort = 60;
#endif

/// Boids per species: stepping all starlings would take most of the test's time.
constexpr int kMaxCount = 200;

bool isFinite(const Vec3f& v) {
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

/// Distance of a place outside the world [m]; negative inside.
float outside(const World& world, const Vec3f& at) {
    const Vec3f half = world.halfExtent();
    if (world.shape == World::Shape::sphere) {
        return std::sqrt(lengthSq(at)) - half.x;
    }
    return std::max({std::abs(at.x) - half.x, std::abs(at.y) - half.y, std::abs(at.z) - half.z});
}

/// Distance of the farthest boid outside the world [m], negative if all are inside; infinite if a position or
/// velocity is not finite.
float farthestOutside(const Simulation& simulation) {
    float farthest = -INFINITY;
    for (const Flock& flock : simulation.flocks()) {
        for (std::size_t slot = 0; slot < flock.count(); ++slot) {
            const Vec3f at = flock.now().position.at(slot);
            if (!isFinite(at) || !isFinite(flock.now().velocity.at(slot))) {
                return INFINITY;
            }
            farthest = std::max(farthest, outside(simulation.scene().world, at));
        }
    }
    return farthest;
}

/// Returns whether a preset has no walls, because its document has none.
bool isUnbounded(const BuiltinPreset& preset) {
    const std::string_view family = preset.base.empty() ? preset.name : preset.base;
    return family == "zones" || family == "cucker-smale" || family == "dorsogna" ||
           family == "catching-fishes";
}

}  // namespace

TEST_CASE("every preset stays finite and within any bounds for ten thousand steps", "[app][preset][slow]") {
    for (const BuiltinPreset& preset : builtinPresets()) {
        auto scene = openPreset(std::string(preset.name));
        REQUIRE(scene);
        for (Species& species : scene->species) {
            species.count = std::min(species.count, kMaxCount);
        }
        for (std::uint64_t seed = 0; seed < 5; ++seed) {
            INFO(preset.name << ", seed " << scene->seed + seed);
            Session session(*scene, {.threads = 1, .isa = {}});
            session.restart(scene->seed + seed);
            float farthest = -INFINITY;
            for (int step = 0; step < (seed == 0 ? kLong : kShort); ++step) {
                session.stepOnce();
                farthest = std::max(farthest, farthestOutside(session.simulation()));
            }
            CHECK(farthest <= (isUnbounded(preset) ? 1e5f : 1e-3f));
        }
    }
}

}  // namespace shoal::test
