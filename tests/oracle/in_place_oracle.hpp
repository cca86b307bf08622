#pragma once

#include <vector>

#include "oracle/flock_oracle.hpp"
#include "oracle/model_oracle.hpp"

/// Models as their documents update them: in place, in the order of the array, so that each boid reads the
/// already updated state of its predecessors. Plain double precision, all pairs, 60 frames a second.
namespace shoal::oracle {

/// One frame of Conrad Parker's rules with divisors of 200 and 10. `near` is in metres, the speed in m/s.
void parkerInPlace(Boids& boids, double near, double maxSpeed);

/// One frame of the devlog "Catching fishes".
void catchingFishesInPlace(std::vector<Fish>& fishes, double near);

}  // namespace shoal::oracle
