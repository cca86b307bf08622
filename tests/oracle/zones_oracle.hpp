#pragma once

#include "oracle/flock_oracle.hpp"

/// The zones of Couzin et al. (2002), written from the paper's formulas: double precision, over all pairs.
namespace shoal::oracle {

/// Outer radii [m].
struct ZoneRadii {
    double repulsion = 0.0;
    double orientation = 0.0;
    double attraction = 0.0;
};

/// What the paper leaves open or states about more than the radii.
struct ZoneReading {
    bool isByMeans = false;   ///< adds the mean directions of the two outer zones instead of their sums
    double blindAngle = 0.0;  ///< [rad] full opening of the cone behind that hides the two outer zones
};

struct Wanted {
    Vec3d direction;  ///< unit, or zero if the boid keeps its heading
    double error = 0.0;
    bool isAmbiguous = false;
};

/// Returns the direction that a boid wants.
Wanted zonesDirection(const Boids& boids, std::size_t self, const NeighbourQuery& query,
                      const ZoneRadii& radii, const ZoneReading& reading = {});

}  // namespace shoal::oracle
