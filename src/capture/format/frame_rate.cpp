#include "capture/format/frame_rate.hpp"

#include <limits>
#include <numeric>

#include <fmt/format.h>

#include "sim/text/number.hpp"

namespace shoal {

namespace {

constexpr double kMin = 0.01;
constexpr double kMax = 1000.0;

/// Parses digits only, up to a number whose square cannot overflow.
std::optional<long long> digitsFrom(std::string_view text) {
    constexpr long long kLargest = std::numeric_limits<int>::max();
    const auto value = text.starts_with('-') ? std::nullopt : numberFrom<long long>(text);
    return value && *value <= kLargest ? value : std::nullopt;
}

}  // namespace

std::string frameRateText(const FrameRate& rate) {
    return rate.seconds == 1 ? fmt::format("{}", rate.pictures)
                             : fmt::format("{}/{}", rate.pictures, rate.seconds);
}

std::optional<FrameRate> frameRateFrom(std::string_view text) {
    std::optional<long long> pictures;
    std::optional<long long> seconds = 1;
    if (const auto slash = text.find('/'); slash != std::string_view::npos) {
        pictures = digitsFrom(text.substr(0, slash));
        seconds = digitsFrom(text.substr(slash + 1));
    } else if (const auto point = text.find('.'); point != std::string_view::npos) {
        const std::string digits = std::string(text.substr(0, point)).append(text.substr(point + 1));
        pictures = digitsFrom(digits);
        for (std::size_t place = point + 1; place < text.size() && place < point + 7; ++place) {
            *seconds *= 10;
        }
        seconds = text.size() > point + 7 ? std::nullopt : seconds;
    } else {
        pictures = digitsFrom(text);
    }
    if (!pictures || !seconds || *pictures == 0 || *seconds == 0) {
        return std::nullopt;
    }
    const long long common = std::gcd(*pictures, *seconds);
    const FrameRate rate{static_cast<int>(*pictures / common), static_cast<int>(*seconds / common)};
    // Keeps integer arithmetic over hours of film from overflowing.
    constexpr int kMaxSeconds = 100000;
    const bool isInRange =
        rate.perSecond() >= kMin && rate.perSecond() <= kMax && rate.seconds <= kMaxSeconds;
    return isInRange ? std::optional(rate) : std::nullopt;
}

}  // namespace shoal
