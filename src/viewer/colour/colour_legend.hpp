#pragma once

#include <optional>

#include <shoal/scene.hpp>

#include "viewer/colour/legend.hpp"
#include "viewer/colour/value_range.hpp"

namespace shoal {

/// Returns the legend of the bodies' colours, as the scene's look sets them. `range` is the palette's range;
/// it is empty for heading, which has a palette of its own.
Legend colourLegend(const LookSettings& look, const std::optional<ValueRange>& range);

/// How many powers of ten a scale of distances spans.
inline constexpr double kDistanceDecades = 2.0;

/// Returns the legend of bodies coloured by the distance [m] between A and B, on a logarithmic scale from
/// `low` on.
Legend distanceLegend(LookSettings::Palette palette, float low);

}  // namespace shoal
