#pragma once

#include "viewer/colour/boid_values.hpp"

namespace shoal {

/// The values at the two ends of a palette.
struct ValueRange {
    double low = 0.0;
    double high = 1.0;

    bool operator==(const ValueRange&) const = default;
    /// 0 at the low end, 1 at the high end.
    float fraction(float value) const {
        return static_cast<float>((static_cast<double>(value) - low) / (high - low));
    }
};

/// Returns a range of round numbers for these values: from the 2nd to the 98th percentile, so that a few
/// outliers do not flatten all other colours, or from 0 if that is near. Estimated from at most a few
/// thousand evenly chosen boids. Without values, 0 .. 1.
ValueRange roundRange(const BoidValues& values);

/// Returns `held` while it suits the values, otherwise roundRange(): a legend that changed in every frame
/// would be illegible.
ValueRange heldRange(const ValueRange& held, const BoidValues& values);

}  // namespace shoal
