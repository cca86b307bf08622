#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace shoal {

/// A frame rate as an exact fraction: 30, television's 30000/1001, or 60/7 to show every seventh step.
struct FrameRate {
    int pictures = 30;  ///< frames, at least 1
    int seconds = 1;    ///< [s] for that many frames, at least 1

    double perSecond() const { return static_cast<double>(pictures) / seconds; }

    /// [s] duration of one frame.
    double frameSeconds() const { return static_cast<double>(seconds) / pictures; }

    friend bool operator==(const FrameRate&, const FrameRate&) = default;
};

/// [1/s] Max rate of a film that is rendered.
inline constexpr int kMaxRenderRate = 240;

/// Formats a rate as "30" or "30000/1001".
std::string frameRateText(const FrameRate& rate);

/// Parses "30", "60/7" or "29.97" (2997/100) into lowest terms. Empty if invalid or outside 0.01 .. 1000.
std::optional<FrameRate> frameRateFrom(std::string_view text);

}  // namespace shoal
