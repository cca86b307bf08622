#include "render/camera/terrain.hpp"

#include <algorithm>
#include <cmath>

namespace shoal {
namespace {

constexpr float kSteepest = static_cast<float>(CameraSettings::kMaxElevation) * 0.0174532925f;
// Min height of the eye above the terrain, as a fraction of its distance: a closer surface would fill the
// picture.
constexpr float kClearance = 0.04f;

/// Returns how far the eye is above the lowest height allowed there [m]; negative below it.
float heightToSpare(const Terrain& terrain, const CameraPose& pose) {
    const Vec3f eye = eyeOf(pose);
    return eye.y - terrain.heightAt(eye.x, eye.z) - kClearance * pose.distance;
}

}  // namespace

float Terrain::heightAt(float x, float z) const {
    return ground.form == Ground::Form::none ? floor : std::max(floor, ground.heightAt(x, z));
}

Terrain terrainOf(const Scene& scene) {
    Terrain terrain{.ground = scene.ground};
    for (const Obstacle& obstacle : scene.obstacles) {
        if (obstacle.shape == Obstacle::Shape::floor) {
            terrain.floor = std::max(terrain.floor, obstacle.y);
        }
    }
    return terrain;
}

Vec3f eyeOf(const CameraPose& pose) {
    const float across = std::cos(pose.elevation) * pose.distance;
    return pose.target + Vec3f{std::sin(pose.azimuth) * across, std::sin(pose.elevation) * pose.distance,
                               std::cos(pose.azimuth) * across};
}

CameraPose keptAbove(const Terrain& terrain, CameraPose pose) {
    if (terrain.isEmpty() || heightToSpare(terrain, pose) >= 0.0f) {
        return pose;
    }
    float low = pose.elevation;
    float high = std::max(pose.elevation, kSteepest);
    for (int halving = 0; halving < 24; ++halving) {
        pose.elevation = (low + high) / 2;
        (heightToSpare(terrain, pose) >= 0.0f ? high : low) = pose.elevation;
    }
    pose.elevation = high;
    pose.target.y += std::max(0.0f, -heightToSpare(terrain, pose));
    return pose;
}

}  // namespace shoal
