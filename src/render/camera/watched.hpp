#pragma once

#include <span>

#include <shoal/simulation.hpp>

#include "render/frame/body_animation.hpp"

namespace shoal {

/// What a camera watches: a simulation, and the animation of each species' bodies. Refers to both.
struct Watched {
    const Simulation& simulation;
    std::span<const BodyAnimation> animations;
};

}  // namespace shoal
