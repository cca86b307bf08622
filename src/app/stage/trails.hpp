#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "app/session/trail.hpp"
#include "render/frame/frame.hpp"

namespace shoal {

/// Returns the lines behind the boids at the moment `alpha` between the previous step (0) and the last (1),
/// from the boids back; none if the trail is not of this state. `colours`: see Colouring::colours(); by
/// default lines have the colour of the species' flanks. If colours show headings, each part of a line has
/// that of the heading there.
std::vector<LinePoint> trailLines(const Trail& trail, const Simulation& simulation, float alpha,
                                  std::span<const std::vector<std::uint32_t>> colours);

}  // namespace shoal
