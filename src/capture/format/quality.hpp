#pragma once

#include <array>
#include <string_view>

namespace shoal {

/// How smooth a picture's edges are, for how much work.
enum class Quality {
    low,     ///< one sample per pixel, smoothed afterwards
    normal,  ///< four samples
    high,    ///< eight samples, or the most that the driver supports
};

/// Their names, in the order of the values.
inline constexpr std::array<std::string_view, 3> kQualityNames{"low", "normal", "high"};

}  // namespace shoal
