#pragma once

#include <string>

#include "lab/life/targets.hpp"
#include "lab/life/tracks.hpp"

namespace shoal {

/// Measures tracked animals as flocks are measured, in at most 400 frames spread evenly, and returns a target
/// for each figure that most of these define: its mean, give or take two standard errors over time
/// (estimateOfSeries), but at least 1 %; 5 % if there are too few frames to tell the error. No range goes
/// beyond the values that the figure can have. Left out, by name in `understood`, are figures that mean
/// nothing for animals in a plane or in a wrapped world, and figures that are 0 but for rounding. `fileName`
/// is named as the source.
TargetSet targetsOfTracks(const Tracks& tracks, const std::string& fileName, const TracksPlan& plan);

}  // namespace shoal
