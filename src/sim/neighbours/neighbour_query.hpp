#pragma once

#include <cstdint>
#include <functional>
#include <limits>

#include <shoal/flock.hpp>
#include <shoal/isa.hpp>
#include <shoal/scene.hpp>

namespace shoal {

/// What the boids of a species search for in a step: how far, how many, in which directions.
struct NeighbourQuery {
    Perception perception;
    float reach = 0.0f;         ///< [m] neither the rules nor the perception reach farther
    float blindCosine = -1.0f;  ///< cosine of half the angle that a boid sees ahead
    Vec3f worldSize;            ///< [m] for a wrapped grid
    Isa isa = Isa::baseline;
    std::uint32_t maxCandidates = std::numeric_limits<std::uint32_t>::max();
    std::uint64_t random = 0;  ///< chooses the sample if there are more candidates

    static NeighbourQuery of(const Perception& perception, float farthestRule, const Vec3f& worldSize,
                             Isa isa);

    /// Limits the work where very many boids are near; `random` decides the sample.
    void limitCandidates(const Perception& asked, std::uint64_t random);
    bool isMetric() const { return perception.kind == Perception::Kind::metric; }
    bool hasBlindCone() const { return perception.blindAngle > 0.0f; }
    float radiusSq() const { return perception.radius * perception.radius; }  ///< [m²]
    /// Returns the cell size [m] that suits the first `count` boids of the state.
    float cellSize(const FlockState& state, std::size_t count) const;
    /// The same for `count` boids whose typical cell for n boids has the edge `typicalCell(n)` [m].
    float cellSize(std::size_t count, const std::function<double(double boidsInCell)>& typicalCell) const;
};

}  // namespace shoal
