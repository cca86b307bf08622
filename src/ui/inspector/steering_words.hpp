#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <shoal/inspection.hpp>
#include <shoal/scene.hpp>

namespace shoal {

/// An inspected boid and where it belongs.
struct InspectedBoid {
    const Inspection& inspection;
    const Scene& scene;
    std::size_t speciesIndex = 0;
};

/// Names the rule, by its key, of a push on boids of a species: "Alignment", or "Flee (shark)" if it responds
/// to another species.
std::string pushName(const Scene& scene, std::size_t speciesIndex, std::string_view rule,
                     std::size_t observedIndex);

/// Magnitude of a velocity or an acceleration.
float magnitudeOf(const Vec3f& a);

/// Says which way an acceleration points as seen by the boid: "left", "right", "upwards", "downwards",
/// "ahead" or "back". Left and right are level, upwards is towards the world's up.
std::string directionOf(const Inspection& inspection, const Vec3f& acceleration);

/// Says in one sentence where the steering turns the boid, and which rules make it: "Turning left: 62 %
/// alignment, 31 % cohesion; separation pushes against it". Of the directions of `directionOf` it takes the
/// strongest. The percentages are fractions of the pushes in that direction, and small ones are left out.
/// Numbers and their % are not parted at the end of a line. "Going straight on" if the steering would hardly
/// change the velocity within a second.
std::string steeringSentence(const InspectedBoid& boid);

}  // namespace shoal
