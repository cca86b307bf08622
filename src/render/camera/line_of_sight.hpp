#pragma once

#include <span>

#include <shoal/scene.hpp>

#include "capture/format/camera_pose.hpp"

namespace shoal {

/// Returns how much is missing to a free line of sight [m]: by how much an obstacle reaches into a cone that
/// is narrow at the eye and, at the target, a fifth of the distance wide. 0 if nothing does. Floors and what
/// stands about the target do not count.
float blockedBy(std::span<const Obstacle> obstacles, const CameraPose& pose);

/// Turns a camera about its target, so that no obstacle comes between the two.
class LineOfSight {
public:
    /// Returns the turn to the nearest azimuth from which a target of this velocity [m/s] can be seen, now
    /// and for two seconds [rad].
    float nearest(std::span<const Obstacle> obstacles, CameraPose pose, const Vec3f& velocity) const;

    /// Returns by how much to turn in a step of `seconds` [rad]: smoothly towards that azimuth.
    float turn(std::span<const Obstacle> obstacles, const CameraPose& pose, const Vec3f& velocity,
               float seconds);

private:
    float m_speed = 0.0f;  ///< [rad/s]
};

}  // namespace shoal
