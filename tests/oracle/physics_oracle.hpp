#pragma once

#include "oracle/flock_oracle.hpp"

/// Three models of collective motion, those of Couzin et al. (2002), Vicsek et al. (1995) and D'Orsogna et
/// al. (2006), written from their formulas: double precision, over all pairs.
namespace shoal::oracle {

/// Outer radii [m].
struct ZoneRadii {
    double repulsion = 0.0;
    double orientation = 0.0;
    double attraction = 0.0;
};

/// Settings beside the radii, some of which the paper leaves open.
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

/// Returns the mean heading of all boids nearer than `radius` [m], the boid itself included.
Wanted vicsekHeading(const Boids& boids, std::size_t self, const NeighbourQuery& query, double radius);

/// The Morse potential of D'Orsogna et al., per unit mass, with their symbols.
struct MorsePotential {
    double attraction = 0.0;        ///< [m²/s²] C_a
    double attractionLength = 1.0;  ///< [m] l_a
    double repulsion = 0.0;         ///< [m²/s²] C_r
    double repulsionLength = 1.0;   ///< [m] l_r
};

/// Returns the force [m/s²] of all boids within the query's radius.
Steering morseForce(const Boids& boids, std::size_t self, const NeighbourQuery& query,
                    const MorsePotential& potential);

/// Returns thrust and friction, (α − β|v|²)·v [m/s²].
Vec3d selfPropulsion(const Vec3d& velocity, double thrust, double friction);

}  // namespace shoal::oracle
