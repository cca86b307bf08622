#pragma once

#include "sim/neighbours/observer.hpp"

namespace shoal {

/// Of the few, sorted by distance, keeps the nearest in each octant of the observer's own frame: ahead or
/// behind, left or right, above or below, by the signs of o·v, o·(up × v) and o·(v × (up × v)), where o leads
/// from the observer to a candidate and v is its velocity; 0 counts as positive. With a vertical velocity,
/// left is that of a boid that flies along x, as a boid at rest seems to do.
void keepNearestPerOctant(const Candidates& candidates, const Observer& observer, Few& few);

}  // namespace shoal
