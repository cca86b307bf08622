#pragma once

#include <vector>

#include <shoal/state_view.hpp>

#include "render/camera/camera.hpp"
#include "ui/overlay/caption.hpp"

namespace shoal {

/// Returns a tag for every placed boid in view: its name, position [m] and speed [m/s]. The view fills an
/// area of this size [px]; positions are interpolated by `alpha` between the last two steps.
std::vector<NameTag> nameTagsOf(const StateView& state, const View& view, float width, float height,
                                float alpha);

}  // namespace shoal
