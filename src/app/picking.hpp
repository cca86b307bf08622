#pragma once

#include <optional>
#include <span>

#include <shoal/flock.hpp>

#include "render/camera.hpp"
#include "render/renderer.hpp"

namespace shoal {

/// A place in the picture: (−1, −1) the bottom left corner, (1, 1) the top right.
struct PicturePoint {
    float x = 0.0f;
    float y = 0.0f;
};

/// What was clicked at.
struct PickQuery {
    PicturePoint at;
    float aspect = 1.0f;  ///< width over height
    float reach = 0.03f;  ///< how far beside its middle a boid still counts, in heights of the picture
    float alpha = 1.0f;   ///< as in Frame
};

/// The boid seen nearest to a point of the picture: of those within reach, or whose body covers the point,
/// the one that is nearest to the eye where they overlap.
std::optional<BoidName> pickBoid(const Simulation& simulation, const View& view, const PickQuery& query);

/// Where the boid is in a picture at `alpha`, or nothing when there is none of that name.
std::optional<Vec3f> placeOf(const Simulation& simulation, const BoidName& boid, float alpha);

/// The boid of a species nearest to a point.
std::optional<BoidName> nearestBoid(const Simulation& simulation, std::size_t species, const Vec3f& point);

}  // namespace shoal
