#pragma once

#include "sim/neighbours/observer.hpp"

namespace shoal {

/// Keeps of the few, nearest first, the nearest in each octant of the observer's own frame: ahead or behind,
/// left or right, above or below, by the signs of o·v, o·(up × v) and o·(v × (up × v)), where o leads from
/// the observer to a candidate and v is its velocity; 0 counts as positive. A vertical velocity has the level
/// axis x for its side, and a boid at rest counts as flying along x.
void keepNearestPerOctant(const Candidates& candidates, const Observer& observer, Few& few);

}  // namespace shoal
