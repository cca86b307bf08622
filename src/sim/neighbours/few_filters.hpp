#pragma once

#include "sim/neighbours/observer.hpp"

namespace shoal {

/// Of the few, sorted by distance, keeps the nearest in each octant of the observer's own frame: ahead or
/// behind, left or right, above or below, by the signs of o·v, o·(up × v) and o·(v × (up × v)), where o leads
/// from the observer to a candidate and v is its velocity; 0 counts as positive. With a vertical velocity,
/// left is that of a boid that flies along x, as a boid at rest seems to do.
void keepNearestPerOctant(const Candidates& candidates, const Observer& observer, Few& few);

/// Of the few, keeps those whose Voronoi cells share an edge with the observer's, all projected onto a level
/// plane. Cells that touch in a point only do not count. An observer whose cell reaches beyond half the
/// distance of the farthest of the few may lack neighbours among those not searched, or keep one that such a
/// boid cuts off.
void keepVoronoi(const Candidates& candidates, const Observer& observer, Few& few);

}  // namespace shoal
