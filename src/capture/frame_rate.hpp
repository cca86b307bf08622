#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace shoal {

/// Pictures in a second, exactly: 30, or 30000/1001 as television has it, or 60/7 for every seventh step.
struct FrameRate {
    int pictures = 30;  ///< at least 1
    int seconds = 1;    ///< at least 1: so many pictures in this many seconds

    double perSecond() const { return static_cast<double>(pictures) / seconds; }

    /// [s] that one picture lasts.
    double frameSeconds() const { return static_cast<double>(seconds) / pictures; }

    friend bool operator==(const FrameRate&, const FrameRate&) = default;
};

/// "30", "30000/1001".
std::string frameRateText(const FrameRate& rate);

/// Reads "30", "60/7", "29.97" (2997/100), in lowest terms. Nothing where it is none, or outside 0.01 ..
/// 1000.
std::optional<FrameRate> frameRateFrom(std::string_view text);

}  // namespace shoal
