#pragma once

#include <optional>

#include <shoal/state_view.hpp>

#include "render/camera/camera.hpp"
#include "render/scene/renderer.hpp"

namespace shoal {

/// The mark of a boid in a picture [px].
struct BoidMark {
    float x = 0.0f;
    float y = 0.0f;
    float radius = 0.0f;  ///< of the circle about the boid's body; never too small to see
};

/// Returns the mark of a boid; empty if the view, which fills an area of this size [px], does not show it.
/// The position is interpolated by `alpha` between the last two steps. `scale` is that of the panel.
std::optional<BoidMark> markOf(const StateView& state, const BoidName& boid, const View& view, float width,
                               float height, float alpha, float scale);

/// Draws four arcs about the boid over the picture, below the panel.
void drawBoidMark(const BoidMark& mark, float scale);

}  // namespace shoal
