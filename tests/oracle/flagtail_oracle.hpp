#pragma once

#include "oracle/flock_oracle.hpp"

/// The model of Gautrais et al. (2012), written from its formulas: double precision, over all pairs.
namespace shoal::oracle {

/// The paper's constants, with its symbols.
struct FlagtailModel {
    double speed = 0.0;       ///< [m/s] v
    double alignment = 0.0;   ///< [1/m] k_V
    double attraction = 0.0;  ///< [1/(m s)] k_P
    double frontal = 0.0;     ///< 1 for the frontal preference of Calovi et al. (2014)
    double wall = 0.0;        ///< k_W
    double inertia = 1.0;     ///< [m] ξ
    Vec3d halfWorld{};        ///< [m] half the sizes of a box; or the radius on every axis
    bool isRound = true;      ///< the world is round
};

/// A turning speed about the vertical [rad/s], counter-clockwise seen from above, and its tolerance.
struct TurningSpeed {
    double value = 0.0;
    double error = 0.0;
    bool isAmbiguous = false;
};

/// Returns ω*, the turning speed that a boid desires. No wall counts as nearer than `step` [s].
TurningSpeed desiredTurningSpeed(const Boids& boids, std::size_t self, const NeighbourQuery& query,
                                 const FlagtailModel& model, double step);

/// Returns what a step [s] without noise leaves of the difference to the desired turning speed.
double keptDifference(const FlagtailModel& model, double step);

}  // namespace shoal::oracle
