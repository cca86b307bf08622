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

struct Wanted {
    Vec3d direction;  ///< unit, or zero if the boid keeps its heading
    double error = 0.0;
    bool isAmbiguous = false;
};

/// Returns the direction that a boid wants.
Wanted zonesDirection(const Boids& boids, std::size_t self, const NeighbourQuery& query,
                      const ZoneRadii& radii);

}  // namespace shoal::oracle
