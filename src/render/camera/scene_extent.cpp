#include "render/camera/scene_extent.hpp"

#include <algorithm>
#include <cmath>

#include "render/camera/world_floor.hpp"

namespace shoal {

namespace {

const Flock* flockInView(const StateView& state) {
    const auto flocks = state.flocks();
    const auto largest = std::max_element(
        flocks.begin(), flocks.end(), [](const Flock& a, const Flock& b) { return a.count() < b.count(); });
    return largest == flocks.end() ? nullptr : &*largest;
}

FlockExtent inRealTime(FlockExtent extent, const StateView& state) {
    // In a wrapped world, the boids move on but their centre stays.
    const bool wraps = std::ranges::any_of(
        state.scene().species, [](const Species& each) { return each.rules.find("wrap")->isEnabled; });
    if (wraps) {
        extent.velocity = {};
    }
    extent.velocity = extent.velocity * static_cast<float>(state.scene().time.ratio());
    return extent;
}

float meanLength(const Column3& vectors, std::size_t count) {
    const std::size_t seen = std::min<std::size_t>(count, 256);
    float total = 0.0f;
    for (std::size_t slot = 0; slot < seen; ++slot) {
        total += std::sqrt(lengthSq(vectors.at(slot)));
    }
    return seen == 0 ? 0.0f : total / static_cast<float>(seen);
}

}  // namespace

FlockExtent worldExtent(const Scene& scene) {
    const WorldFloor floor = worldFloorOf(scene);
    Vec3f half = scene.world.halfExtent();
    Vec3f centre;
    if (floor.isPlane) {
        centre = floor.centre;
        half.y = 0.0f;
    } else if (hasLand(scene)) {
        // At the sides it is low.
        centre.y = scene.ground.level;
        half.y = 0.0f;
    }
    FlockExtent extent = ballExtent(centre, std::sqrt(lengthSq(half)));
    extent.box = half;
    return extent;
}

bool hasLand(const Scene& scene) {
    return scene.ground.form != Ground::Form::none && scene.look.place != LookSettings::Place::water;
}

float meanSpeed(const Flock& flock) {
    return meanLength(flock.now().velocity, flock.count());
}

float meanSteering(const Flock& flock) {
    return meanLength(flock.steering(), flock.count());
}

FlockExtent sceneExtent(const StateView& state) {
    const Flock* flock = flockInView(state);
    return flock == nullptr ? FlockExtent{} : inRealTime(flockExtent(*flock), state);
}

FlockExtent scenePart(const StateView& state, float reach, const std::optional<Vec3f>& near) {
    const Flock* flock = flockInView(state);
    return flock == nullptr ? FlockExtent{} : inRealTime(flockPart(*flock, reach, near), state);
}

FlockExtent joined(const FlockExtent& a, const FlockExtent& b) {
    const Vec3f apart = b.centre - a.centre;
    const float distance = std::sqrt(lengthSq(apart));
    if (distance + b.radius <= a.radius) {
        return a;
    }
    if (distance + a.radius <= b.radius) {
        return b;
    }
    FlockExtent both;
    both.radius = 0.5f * (distance + a.radius + b.radius);
    both.centre = a.centre + apart * (distance > 0.0f ? (both.radius - a.radius) / distance : 0.0f);
    both.velocity = (a.velocity + b.velocity) * 0.5f;
    for (const FlockExtent& each : {a, b}) {
        const Vec3f off = each.centre - both.centre;
        both.halfWidth = std::max(both.halfWidth, std::sqrt(off.x * off.x + off.z * off.z) + each.halfWidth);
        both.halfHeight = std::max(both.halfHeight, std::abs(off.y) + each.halfHeight);
    }
    return both;
}

std::size_t largestCount(const StateView& state) {
    const Flock* flock = flockInView(state);
    return flock == nullptr ? 0 : flock->count();
}

}  // namespace shoal
