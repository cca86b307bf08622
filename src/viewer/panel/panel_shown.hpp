#pragma once

#include <cstddef>
#include <optional>

namespace shoal {

/// A radius being dragged, to be drawn around a boid.
struct ShownRadius {
    std::size_t speciesIndex = 0;
    float radius = 0.0f;  ///< [m]
};

/// What the panel wants shown beside it, in the frame that it was built in.
struct PanelShown {
    std::optional<ShownRadius> radius;
    bool isWorldShown = false;      ///< the world's edges: one of its sliders, or of a wall's, is held
    std::optional<float> sideLeft;  ///< [px] left edge of the card at the right; empty if there is none
};

}  // namespace shoal
