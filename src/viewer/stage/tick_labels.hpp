#pragma once

#include <vector>

#include <shoal/scene.hpp>

#include "render/frame/view.hpp"
#include "ui/overlay/tick_labels.hpp"

namespace shoal {

/// Returns the numbers along two edges of a lab's floor: coordinates x and z [m], at the grid's bolder lines.
/// None in other places, for a disc or a floor below boids that may leave it, or if the picture is too small
/// to read them. The view fills an area of this size [px]; `fontSize` [px].
std::vector<TickLabel> tickLabelsOf(const Scene& scene, const View& view, float width, float height,
                                    float fontSize);

}  // namespace shoal
