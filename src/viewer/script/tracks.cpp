#include "viewer/script/tracks.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>

namespace shoal {

namespace {

/// Returns the last key at or before a moment; the first before all keys.
template <class Key>
std::size_t keyBefore(const std::vector<Key>& keys, double seconds) {
    const auto after = std::ranges::upper_bound(keys, seconds, {}, &Key::seconds);
    return after == keys.begin() ? 0 : static_cast<std::size_t>(after - keys.begin()) - 1;
}

/// Whether a moment lies between this key and the next.
template <class Key>
bool isWithin(const std::vector<Key>& keys, std::size_t index, double seconds) {
    return seconds > keys[index].seconds && index + 1 < keys.size();
}

template <class Key>
double shareOf(const std::vector<Key>& keys, std::size_t index, double seconds) {
    return (seconds - keys[index].seconds) / (keys[index + 1].seconds - keys[index].seconds);
}

}  // namespace

std::optional<double> SettingTrack::at(double seconds) const {
    if (seconds < keys.front().seconds) {
        return std::nullopt;
    }
    const std::size_t index = keyBefore(keys, seconds);
    const double from = keys[index].shown;
    if (!isWithin(keys, index, seconds) || keys[index + 1].ease == Ease::jump) {
        return from;
    }
    const double to = keys[index + 1].shown;
    const double u = shareOf(keys, index, seconds);
    const double share = keys[index + 1].ease == Ease::smooth ? u * u * (3.0 - 2.0 * u) : u;
    const bool isByFactors = isGeometric && from > 0.0 && to > 0.0;
    const double value = isByFactors ? from * std::pow(to / from, share) : from + share * (to - from);
    return isWhole ? std::round(value) : value;
}

double SpeedTrack::at(double seconds) const {
    const std::size_t index = keyBefore(m_keys, seconds);
    const double from = m_keys[index].speed;
    return isWithin(m_keys, index, seconds)
               ? from + shareOf(m_keys, index, seconds) * (m_keys[index + 1].speed - from)
               : from;
}

std::optional<double> SpeedTrack::constant() const {
    const bool isConstant =
        std::ranges::all_of(m_keys, [this](const Key& key) { return key.speed == m_keys.front().speed; });
    return isConstant ? std::optional(m_keys.front().speed) : std::nullopt;
}

double SpeedTrack::flockSeconds(double seconds) const {
    // Trapezoids: exact, because the speed is linear between keys.
    double sum = 0.0;
    double from = 0.0;
    for (const Key& key : m_keys) {
        const double to = std::min(key.seconds, seconds);
        if (to > from) {
            sum += 0.5 * (at(from) + at(to)) * (to - from);
            from = to;
        }
    }
    return seconds > from ? sum + at(seconds) * (seconds - from) : sum;
}

double SpeedTrack::filmSeconds(double flockSeconds) const {
    if (const auto speed = constant()) {
        return flockSeconds / *speed;
    }
    const auto slowest = std::ranges::min_element(m_keys, {}, &Key::speed);
    double low = 0.0;
    double high = flockSeconds / slowest->speed;
    constexpr int kHalvings = 60;
    for (int halving = 0; halving < kHalvings; ++halving) {
        const double middle = 0.5 * (low + high);
        (this->flockSeconds(middle) < flockSeconds ? low : high) = middle;
    }
    return high;
}

}  // namespace shoal
