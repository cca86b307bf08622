#include "app/objects/free_place.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <compare>
#include <cstddef>
#include <optional>
#include <vector>

#include "render/camera/scene_extent.hpp"

namespace shoal {

namespace {

constexpr float kGap = 1.25f;            // around the ball, in its radii
constexpr std::size_t kMaxSeen = 20000;  // boids examined, evenly chosen
constexpr float kRim = 0.06f;            // of the free part; a border that stays free of new objects
constexpr float kParallel = 0.3f;        // min polarisation at which the flock has a direction ahead

float lengthOf(const Vec3f& a) {
    return std::sqrt(lengthSq(a));
}

/// Facts about the scene that are the same for all candidates.
struct Surroundings {
    const Scene& scene;
    const WindowPicture& picture;
    FlockExtent extent;
    std::vector<Vec3f> boids;
    bool isInWorld = true;  ///< whether the flock is in the world: some models have no walls
};

Surroundings surroundingsOf(const StateView& state, const WindowPicture& picture) {
    Surroundings around{state.scene(), picture, sceneExtent(state), {}, true};
    std::size_t count = 0;
    for (const Flock& flock : state.flocks()) {
        count += flock.count();
    }
    const std::size_t stride = 1 + count / kMaxSeen;
    for (const Flock& flock : state.flocks()) {
        for (std::size_t slot = 0; slot < flock.count(); slot += stride) {
            around.boids.push_back(flock.now().position.at(slot));
        }
    }
    const Vec3f half = around.scene.world.halfExtent();
    const Vec3f& centre = around.extent.centre;
    around.isInWorld =
        std::abs(centre.x) <= half.x && std::abs(centre.y) <= half.y && std::abs(centre.z) <= half.z;
    return around;
}

/// Moves a ball into the world and onto the land.
Vec3f moved(const Surroundings& around, Vec3f place, float radius) {
    const World& world = around.scene.world;
    if (around.isInWorld) {
        const Vec3f half = world.halfExtent();
        const auto within = [radius](float at, float side) {
            const float reach = std::max(0.0f, side - radius);
            return std::clamp(at, -reach, reach);
        };
        place = {within(place.x, half.x), within(place.y, half.y), within(place.z, half.z)};
        const float reach = std::max(0.0f, half.x - radius);
        if (world.shape == World::Shape::sphere && lengthOf(place) > reach) {
            place = place * (reach / lengthOf(place));
        }
    }
    if (hasLand(around.scene)) {
        place.y = around.scene.ground.heightAt(place.x, place.z);
    }
    return place;
}

bool isInView(const Surroundings& around, const Vec3f& place) {
    const WindowPicture::Part part = around.picture.freePart();
    const float margin = kRim * std::min(part.max.x - part.min.x, part.max.y - part.min.y);
    const auto at = inWindow(around.picture, place);
    return at && WindowPicture::Part{part.min + margin, part.max - margin}.holds(*at);
}

bool isTaken(const Surroundings& around, const Vec3f& place, float radius) {
    return std::ranges::any_of(around.scene.obstacles, [&](const Obstacle& obstacle) {
        const Vec3f from = place - obstacle.centre();
        switch (obstacle.shape) {
            case Obstacle::Shape::floor:
                return from.y < radius;
            case Obstacle::Shape::sphere:
                return lengthOf(from) < obstacle.width / 2 + radius;
            default:
                return std::abs(from.x) < obstacle.width / 2 + radius &&
                       std::abs(from.y) < obstacle.height / 2 + radius &&
                       std::abs(from.z) <
                           (obstacle.shape == Obstacle::Shape::box ? obstacle.depth : obstacle.width) / 2 +
                               radius;
        }
    });
}

/// Returns places ahead of the flock, then places over the picture from its middle outwards.
std::vector<Vec3f> candidates(const Surroundings& around, float radius, float speed) {
    std::vector<Vec3f> places;
    const FlockExtent& extent = around.extent;
    const auto ratio = static_cast<float>(around.scene.time.ratio());
    if (const float drift = lengthOf(extent.velocity); drift > kParallel * speed * ratio && drift > 0.0f) {
        for (const float times : {1.1f, 1.4f, 1.8f, 2.3f}) {
            places.push_back(extent.centre +
                             extent.velocity * ((extent.radius * times + radius * 1.5f) / drift));
        }
    }
    constexpr std::array kParts{0.5f, 0.68f, 0.32f, 0.84f, 0.16f};
    const WindowPicture::Part part = around.picture.freePart();
    // A camera in the flock, or turned away from it, must not be inside the ball.
    const float depth = std::max(depthOf(around.picture, extent.centre), 2.0f * radius);
    for (const float x : kParts) {
        for (const float y : kParts) {
            const glm::vec2 at = part.min + (part.max - part.min) * glm::vec2{x, y};
            places.push_back(placeAtDepth(around.picture, at, depth));
        }
    }
    return places;
}

/// The faults of a place, the most serious first; smaller is better.
struct Faults {
    bool holdsEye = false;
    bool isTaken = false;
    bool isUnseen = false;
    std::size_t boids = 0;

    auto operator<=>(const Faults&) const = default;
};

Faults faultsOf(const Surroundings& around, const Vec3f& place, float radius) {
    const float reach = radius * kGap;
    const auto isWithin = [&](const Vec3f& point) { return lengthSq(point - place) < reach * reach; };
    return {.holdsEye = isWithin(around.picture.view.eye),
            .isTaken = isTaken(around, place, radius),
            .isUnseen = !isInView(around, place),
            .boids = static_cast<std::size_t>(std::ranges::count_if(around.boids, isWithin))};
}

float speedOf(const StateView& state) {
    const auto flocks = state.flocks();
    const auto largest = std::ranges::max_element(flocks, {}, &Flock::count);
    return largest == flocks.end() ? 0.0f : meanSpeed(*largest);
}

}  // namespace

FreePlace freePlace(const StateView& state, const WindowPicture& picture, float radius) {
    const Surroundings around = surroundingsOf(state, picture);
    const float speed = speedOf(state);
    constexpr int kSizes = 3;
    FreePlace best;
    std::optional<Faults> fewest;
    for (int round = 0; round < kSizes; ++round, radius /= 2) {
        for (const Vec3f& candidate : candidates(around, radius, speed)) {
            const Vec3f place = moved(around, candidate, radius);
            const Faults faults = faultsOf(around, place, radius);
            if (!fewest || faults < *fewest) {
                fewest = faults;
                best = {place, radius};
            }
            if (faults == Faults{}) {
                return best;
            }
        }
    }
    return best;
}

}  // namespace shoal
