#pragma once

#include <tuple>

#include "viewer/branches/branches.hpp"
#include "viewer/compare/comparison.hpp"
#include "viewer/exports/exporter.hpp"
#include "viewer/film/recordings.hpp"
#include "viewer/inspect/inspector.hpp"
#include "viewer/storyboard/storyboard.hpp"
#include "viewer/tour/tour.hpp"
#include "viewer/wish/suggestions.hpp"

namespace shoal {

/// The viewer's features, in the order in which they see each frame and Esc. One that is left out here, with
/// its include, is left out of the viewer, and its folder can be deleted.
using Features = std::tuple<  //
    Suggestions,              // settings for a wish, and the pad
    Comparison,               // two flocks side by side
    Branches,                 // the ways that the flock has gone
    Recordings,               // pictures, films and takes
    Exporter,                 // settings, positions and measures for other programs
    Storyboard,               // film scripts along their seconds
    Inspector,                // what steers the boid followed
    Tour                      // the guided tour
    >;

}  // namespace shoal
