#pragma once

#include <cstddef>

#include <shoal/flock.hpp>

namespace shoal {

/// Order parameters of one flock at one instant, with the field's definitions.
struct Measures {
    double polarisation = 0.0;      ///< |mean unit heading|, 0 .. 1
    double milling = 0.0;           ///< |mean of unit radius × unit heading|, 0 .. 1
    double nearestNeighbour = 0.0;  ///< [m] mean distance to the nearest other; 0 for fewer than two boids
    std::size_t clusters = 0;       ///< connected groups of boids closer than the linking distance
    std::size_t loners = 0;         ///< clusters of a single boid
    struct Speed {
        double min = 0.0;   ///< [m/s]
        double mean = 0.0;  ///< [m/s]
        double max = 0.0;   ///< [m/s]
    } speed;

    /// Clusters of at least two boids.
    std::size_t flocks() const { return clusters - loners; }
};

/// Polarisation and milling below the first are low, above the second high (Tunstrøm et al. 2013,
/// doi:10.1371/journal.pcbi.1002915).
inline constexpr double kLowOrder = 0.35;
inline constexpr double kHighOrder = 0.65;

/// The collective states that these limits distinguish (Tunstrøm et al. 2013).
enum class GroupState {
    swarm,     ///< both low
    mill,      ///< high milling, low polarisation
    parallel,  ///< high polarisation, low milling
    between,   ///< none of these
};
GroupState groupStateOf(double polarisation, double milling);

/// Measures polarisation, milling and speeds only: O(N), for live display.
Measures measureMotion(const FlockState& state, std::size_t count);

/// Measures everything. Boids at rest have no heading and count as zero vectors. Two boids nearer than
/// `linkingDistance` [m] are in one cluster; Species::clusterDistance() is the species' own. Distances are
/// not measured across a wrapped edge. Deterministic: double precision, in the order of ids.
Measures measure(const FlockState& state, std::size_t count, double linkingDistance);

}  // namespace shoal
