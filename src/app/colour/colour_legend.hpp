#pragma once

#include <optional>

#include <shoal/scene.hpp>

#include "app/colour/boid_values.hpp"
#include "app/colour/value_range.hpp"
#include "ui/overlay/legend.hpp"

namespace shoal {

/// Returns the legend of bodies coloured as the scene's look asks. `range` is what the palette covers; it is
/// empty for the quantities heading and flock, which have palettes of their own. A flock's legend counts its
/// boids.
Legend colourLegend(const Scene& scene, const BoidValues& values, const std::optional<ValueRange>& range);

/// Returns the legend of bodies coloured by the rule that pushes them hardest: the share of each rule.
Legend strongestRulesLegend(const StrongestRules& strongest);

}  // namespace shoal
