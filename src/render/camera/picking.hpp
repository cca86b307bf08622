#pragma once

#include <limits>
#include <optional>
#include <span>

#include <shoal/flock.hpp>
#include <shoal/state_view.hpp>

#include "render/camera/camera.hpp"
#include "render/frame/frame.hpp"

namespace shoal {

/// A position in the picture: (−1, −1) is the bottom left corner, (1, 1) the top right.
struct PicturePoint {
    float x = 0.0f;
    float y = 0.0f;
};

/// A click in the picture.
struct PickQuery {
    PicturePoint at;
    float aspect = 1.0f;  ///< width over height
    float reach = 0.03f;  ///< tolerance around a boid's body, as a fraction of the picture's height
    float alpha = 1.0f;   ///< 0 the state one step ago .. 1 the state now
    float maxDepth =
        std::numeric_limits<float>::infinity();   ///< [m] boids deeper along the camera's axis are hidden
    std::optional<Vec3f> subject = std::nullopt;  ///< Frame::subject: boids before it are not drawn
};

/// Returns the boid at a point of the picture. Among those whose body, widened by `reach`, covers the
/// point, prefers boids close to the eye and close to the point.
std::optional<BoidName> pickBoid(const StateView& state, const View& view, const PickQuery& query);

/// Returns the boid's position in a picture at `alpha`; empty if there is no such boid.
std::optional<Vec3f> placeOf(const StateView& state, const BoidName& boid, float alpha);

/// Returns the boid with an id that continues from one species to the next; empty if there is no such boid.
std::optional<BoidName> boidNumbered(const StateView& state, std::uint32_t id);

/// Returns the direction in which the boid moved in its last step, within 45° of level; empty if there is no
/// such boid or it is at rest.
std::optional<Vec3f> headingOf(const StateView& state, const BoidName& boid);

/// Returns the boid of a species that is nearest to a point; empty if the species has none.
std::optional<BoidName> nearestBoid(const StateView& state, std::size_t species, const Vec3f& point);

/// Returns the first boid that others follow. Every picture highlights it, because it is part of the scene.
std::optional<BoidName> leaderOf(const StateView& state);

}  // namespace shoal
