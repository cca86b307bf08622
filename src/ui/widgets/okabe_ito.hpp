#pragma once

#include <array>

#include "ui/widgets/theme.hpp"

namespace shoal {

/// Colours that colour-blind eyes tell apart, without black: Okabe and Ito, "Color Universal Design" (2008).
/// Orange, sky blue, bluish green, yellow, blue, vermilion, reddish purple.
inline constexpr std::array<theme::Colour, 7> kOkabeIto{{{0.902f, 0.624f, 0.000f, 1.0f},
                                                         {0.337f, 0.706f, 0.914f, 1.0f},
                                                         {0.000f, 0.620f, 0.451f, 1.0f},
                                                         {0.941f, 0.894f, 0.259f, 1.0f},
                                                         {0.000f, 0.447f, 0.698f, 1.0f},
                                                         {0.835f, 0.369f, 0.000f, 1.0f},
                                                         {0.800f, 0.475f, 0.655f, 1.0f}}};

}  // namespace shoal
