#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "play/session/trail.hpp"
#include "render/frame/frame.hpp"

namespace shoal {

/// The colours of lines behind boids.
struct TrailColours {
    std::span<const std::vector<std::uint32_t>> ofBoids = {};  ///< Colouring::colours(); empty: of the flanks
    bool areDistances = false;  ///< in place of the headings that the look colours
};

/// Returns the lines behind the boids at the moment `alpha` between the previous step (0) and the last (1),
/// from the boids back; none if the trail is not of this state. If the look colours headings, each part of a
/// line has that of the heading there.
std::vector<LinePoint> trailLines(const Trail& trail, const StateView& state, float alpha,
                                  const TrailColours& colours);

}  // namespace shoal
