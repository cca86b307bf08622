#pragma once

#include <array>
#include <cstddef>

#include "ui/widgets/okabe_ito.hpp"

namespace shoal {

/// Opacity of a push's colour behind text: every theme's text stays legible on it.
inline constexpr float kBarOpacity = 0.24f;

/// Returns the colour of an inspected boid's push, by its index in Inspection::pushes. From the eighth on,
/// the colours repeat in a paler shade.
inline theme::Colour pushColour(std::size_t index) {
    // The blues come last: the picture is mostly blue.
    constexpr std::array<std::size_t, kOkabeIto.size()> kOrder{0, 6, 3, 5, 2, 1, 4};
    const theme::Colour colour = kOkabeIto[kOrder[index % kOrder.size()]];
    const auto pale = [](float part) { return part + 0.6f * (1.0f - part); };
    return index < kOrder.size()
               ? colour
               : theme::Colour{pale(colour.red), pale(colour.green), pale(colour.blue), colour.alpha};
}

}  // namespace shoal
