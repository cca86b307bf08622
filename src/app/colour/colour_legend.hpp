#pragma once

#include <optional>

#include <shoal/scene.hpp>

#include "app/colour/boid_values.hpp"
#include "app/colour/value_range.hpp"
#include "ui/overlay/legend.hpp"

namespace shoal {

/// Returns the legend of the bodies' colours, as the scene's look sets them. `range` is the palette's range;
/// it is empty for heading and flock, which have palettes of their own. A flock's legend counts its boids.
Legend colourLegend(const Scene& scene, const BoidValues& values, const std::optional<ValueRange>& range);

/// Returns the legend of bodies coloured by the strongest rule: the fraction of boids for each rule.
Legend strongestRulesLegend(const StrongestRules& strongest);

/// How many powers of ten a scale of distances spans.
inline constexpr double kDistanceDecades = 2.0;

/// Returns the legend of bodies coloured by the distance [m] between A and B, on a logarithmic scale from
/// `low` on.
Legend distanceLegend(LookSettings::Palette palette, float low);

}  // namespace shoal
