#pragma once

#include <limits>

#include <shoal/ground.hpp>
#include <shoal/scene.hpp>

#include "capture/format/camera_pose.hpp"

namespace shoal {

/// The surface that no camera goes below: the ground, and obstacles that are floors.
struct Terrain {
    Ground ground;
    float floor = -std::numeric_limits<float>::infinity();  ///< [m] of the highest floor

    bool isEmpty() const { return ground.form == Ground::Form::none && !(floor > -1e30f); }
    float heightAt(float x, float z) const;  ///< [m]
};

Terrain terrainOf(const Scene& scene);

/// Returns where the eye of a pose is [m].
Vec3f eyeOf(const CameraPose& pose);

/// Returns the pose with its elevation raised just enough to keep the eye above the terrain. If no elevation
/// is enough, the target rises too.
CameraPose keptAbove(const Terrain& terrain, CameraPose pose);

}  // namespace shoal
