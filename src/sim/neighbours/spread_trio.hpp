#pragma once

#include "sim/neighbours/observer.hpp"

namespace shoal {

/// Finds the closest candidate that the observer sees within the perception radius, the second closest, and
/// the nearest one more than `spread` times as far away as the closest; ties go to the smaller ids. None is
/// the observer itself, and none appears twice. A missing one has the index count(): padding, which is never
/// seen. Uses the candidates' `spare` memory.
void findSpreadTrio(Candidates& candidates, const Observer& observer, const NeighbourQuery& query, Few& trio);

/// Replaces only the far one of a trio whose two closest are final. The candidates may lack those two.
void findFarOfTrio(Candidates& candidates, const Observer& observer, const NeighbourQuery& query, Few& trio);

}  // namespace shoal
