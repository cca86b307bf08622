#pragma once

#include <cstddef>

#include <shoal/flock.hpp>

namespace shoal {

/// Order parameters of one flock at one instant, with the field's definitions.
struct Measures {
    double polarisation = 0.0;      ///< |mean unit heading|, 0 .. 1
    double milling = 0.0;           ///< |mean of unit radius × unit heading|, 0 .. 1
    double nearestNeighbour = 0.0;  ///< [m] mean distance to the nearest other; 0 below two boids
    std::size_t clusters = 0;       ///< connected groups of boids closer than the perception radius
    struct Speed {
        double min = 0.0;   ///< [m/s]
        double mean = 0.0;  ///< [m/s]
        double max = 0.0;   ///< [m/s]
    } speed;
};

/// Measures polarisation, milling and speeds only: O(N), for live display.
Measures measureMotion(const FlockState& state, std::size_t count);

/// Measures everything. Boids at rest have no heading and count as zero vectors. Distances are not measured
/// across a wrapped edge. Deterministic: double precision, in the order of ids.
Measures measure(const FlockState& state, std::size_t count, double perceptionRadius);

}  // namespace shoal
