#include "viewer/colour/value_range.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "ui/text/value_text.hpp"

namespace shoal {
namespace {

constexpr std::size_t kMaxSampled = 8192;
constexpr double kOutliers = 0.02;  // fraction of the boids beyond either end
/// A range starts at 0 if that makes it longer by at most a third.
constexpr double kNearZero = 0.25;
constexpr double kSteps = 5.0;         // round steps between the ends, about
constexpr double kMaxBeyond = 0.05;    // of the held range: how far values may exceed it
constexpr double kMinCovered = 0.4;    // of the held range that values cover
constexpr double kMinRelative = 0.05;  // of the value: equal values get a range with this half-width

/// Returns the range of the bulk of the values, ends included.
ValueRange bulkOf(const BoidValues& values) {
    std::size_t count = 0;
    for (const std::vector<float>& species : values) {
        count += species.size();
    }
    const std::size_t stride = count / kMaxSampled + 1;
    std::vector<float> sample;
    std::size_t index = 0;
    for (const std::vector<float>& species : values) {
        for (const float value : species) {
            if (index++ % stride == 0 && std::isfinite(value)) {
                sample.push_back(value);
            }
        }
    }
    if (sample.empty()) {
        return {};
    }
    const auto at = [&sample](double fraction) {
        const auto place =
            sample.begin() +
            static_cast<std::ptrdiff_t>(std::lround(fraction * static_cast<double>(sample.size() - 1)));
        std::ranges::nth_element(sample, place);
        return static_cast<double>(*place);
    };
    ValueRange bulk{at(kOutliers), at(1.0 - kOutliers)};
    if (bulk.low > 0.0 && bulk.low < kNearZero * bulk.high) {
        bulk.low = 0.0;
    } else if (bulk.high < 0.0 && bulk.high > kNearZero * bulk.low) {
        bulk.high = 0.0;
    }
    return bulk;
}

ValueRange rounded(ValueRange bulk) {
    const double largest = std::max(std::abs(bulk.low), std::abs(bulk.high));
    const double minSpan = 2.0 * kMinRelative * largest;
    if (bulk.high - bulk.low < minSpan) {
        const double middle = 0.5 * (bulk.low + bulk.high);
        bulk = {middle - 0.5 * minSpan, middle + 0.5 * minSpan};
    }
    if (!(bulk.high > bulk.low)) {
        return {};  // all values are 0
    }
    const double step = roundedUp((bulk.high - bulk.low) / kSteps);
    return {step * std::floor(bulk.low / step + 1e-9), step * std::ceil(bulk.high / step - 1e-9)};
}

}  // namespace

ValueRange roundRange(const BoidValues& values) {
    return rounded(bulkOf(values));
}

ValueRange heldRange(const ValueRange& held, const BoidValues& values) {
    const ValueRange bulk = bulkOf(values);
    const ValueRange wanted = rounded(bulk);
    const double span = held.high - held.low;
    const bool isInside =
        bulk.low >= held.low - kMaxBeyond * span && bulk.high <= held.high + kMaxBeyond * span;
    return isInside && wanted.high - wanted.low >= kMinCovered * span ? held : wanted;
}

}  // namespace shoal
