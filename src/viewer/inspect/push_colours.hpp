#pragma once

#include <array>
#include <cstddef>

#include "ui/widgets/theme.hpp"

namespace shoal {

/// Opacity of a push's colour behind text: every theme's text stays legible on it.
inline constexpr float kBarOpacity = 0.24f;

/// Returns the colour of an inspected boid's push, by its index in Inspection::pushes. From the eighth on,
/// the colours repeat in a paler shade.
inline theme::Colour pushColour(std::size_t index) {
    // Colours that colour-blind eyes tell apart, without black: Okabe and Ito, "Color Universal Design"
    // (2008). Orange, reddish purple, yellow, vermilion, bluish green, sky blue, blue. The blues come last:
    // the picture is mostly blue.
    constexpr std::array<theme::Colour, 7> kColours{{{0.902f, 0.624f, 0.000f, 1.0f},
                                                     {0.800f, 0.475f, 0.655f, 1.0f},
                                                     {0.941f, 0.894f, 0.259f, 1.0f},
                                                     {0.835f, 0.369f, 0.000f, 1.0f},
                                                     {0.000f, 0.620f, 0.451f, 1.0f},
                                                     {0.337f, 0.706f, 0.914f, 1.0f},
                                                     {0.000f, 0.447f, 0.698f, 1.0f}}};
    const theme::Colour colour = kColours[index % kColours.size()];
    const auto pale = [](float part) { return part + 0.6f * (1.0f - part); };
    return index < kColours.size()
               ? colour
               : theme::Colour{pale(colour.red), pale(colour.green), pale(colour.blue), colour.alpha};
}

}  // namespace shoal
