#include <shoal/preset.hpp>

#include "picture.hpp"
#include "render/card/seabed.hpp"

namespace shoal {
namespace {

bool isSame(const std::vector<SeabedThing>& a, const std::vector<SeabedThing>& b) {
    return std::ranges::equal(a, b, [](const SeabedThing& one, const SeabedThing& other) {
        return one.place == other.place && one.form == other.form;
    });
}

}  // namespace

TEST_CASE("rocks and kelp stand where the seed places them, clear of obstacles, on the sand",
          "[render][seabed]") {
    Scene scene = *openPreset("goal-and-obstacles");
    const Seabed seabed = seabedOf(scene);
    REQUIRE(seabed.rocks.size() > 20);
    REQUIRE(seabed.kelp.size() > 20);
    CHECK(isSame(seabedOf(scene).kelp, seabed.kelp));
    for (const SeabedThing& rock : seabed.rocks) {
        CHECK(rock.place.y == drawnGround(scene).level);
        for (const Obstacle& obstacle : scene.obstacles) {
            if (obstacle.shape != Obstacle::Shape::floor) {
                CHECK(std::hypot(rock.place.x - obstacle.x, rock.place.z - obstacle.z) > obstacle.width / 2);
            }
        }
    }
    scene.seed += 1;
    CHECK_FALSE(isSame(seabedOf(scene).rocks, seabed.rocks));
}

TEST_CASE("a moved obstacle moves no rock but those in its way", "[render][seabed]") {
    Scene scene = *openPreset("reef");
    const Seabed before = seabedOf(scene);
    Obstacle pillar;
    pillar.x = before.rocks.front().place.x;
    pillar.z = before.rocks.front().place.z;
    scene.obstacles.push_back(pillar);
    const Seabed after = seabedOf(scene);
    CHECK(after.rocks.size() < before.rocks.size());
    CHECK(isSame({after.rocks.end() - 20, after.rocks.end()}, {before.rocks.end() - 20, before.rocks.end()}));
}

TEST_CASE("the school of reef stays above the sea floor", "[render][seabed]") {
    const Scene scene = *openPreset("reef");
    Simulation simulation = *Simulation::create(scene);
    for (int step = 0; step < 600; ++step) {
        simulation.step();
    }
    float least = 1e9f;
    const Flock& flock = simulation.flocks().front();
    for (std::size_t slot = 0; slot < flock.count(); ++slot) {
        const Vec3f at = flock.now().position.at(slot);
        least = std::min(least, at.y - drawnGround(scene).heightAt(at.x, at.z));
    }
    CHECK(least > 1.0f);
}

}  // namespace shoal
