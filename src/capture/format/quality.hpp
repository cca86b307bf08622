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

/// How exactly a film's file keeps its frames, for how many bytes.
enum class Fidelity {
    draft,     ///< to look at while a film is being written
    good,      ///< the default
    best,      ///< to be cut and encoded again
    lossless,  ///< every pixel; not every format can
};
inline constexpr std::array<std::string_view, 4> kFidelityNames{"draft", "good", "best", "lossless"};

}  // namespace shoal
