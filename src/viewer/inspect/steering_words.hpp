#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <shoal/inspection.hpp>
#include <shoal/scene.hpp>

namespace shoal {

/// An inspected boid with its scene and species.
struct InspectedBoid {
    const Inspection& inspection;
    const Scene& scene;
    std::size_t speciesIndex = 0;
};

/// Returns the title of a push on boids of a species, given its rule's key: "Alignment", or "Flee (shark)" if
/// the rule responds to another species.
std::string pushName(const Scene& scene, std::size_t speciesIndex, std::string_view rule,
                     std::size_t observedIndex);

/// Magnitude of a velocity or an acceleration.
float magnitudeOf(const Vec3f& a);

/// Names the strongest push and where it steers the boid, as the boid sees it: "Alignment pushes hardest: to
/// the left". Left and right are level; upwards is the world's up.
std::string steeringSentence(const InspectedBoid& boid);

}  // namespace shoal
