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

/// Returns the direction of an acceleration as seen by the boid: "left", "right", "upwards", "downwards",
/// "ahead" or "back". Left and right are level; upwards is the world's up.
std::string directionOf(const Inspection& inspection, const Vec3f& acceleration);

/// Describes in one sentence where the steering turns the boid, and which rules cause it: "Turning left: 62 %
/// alignment, 31 % cohesion; separation pushes against it". Uses the strongest of the directions of
/// `directionOf`. The percentages are fractions of the pushes in that direction; small ones are omitted. A
/// line never breaks between a number and its %. "Going straight on" if the steering would hardly change the
/// velocity within a second.
std::string steeringSentence(const InspectedBoid& boid);

}  // namespace shoal
