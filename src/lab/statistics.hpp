#pragma once

#include <cstddef>
#include <limits>
#include <span>

namespace shoal {

/// A mean and how far it may be from the true one.
struct Estimate {
    double mean = std::numeric_limits<double>::quiet_NaN();
    double standardError = std::numeric_limits<double>::quiet_NaN();  ///< NaN for fewer than two samples
    std::size_t samples = 0;
    double effectiveSamples = 0.0;  ///< number of independent samples that tell as much

    /// With fewer effective samples, a series is shorter than 50 correlation times: too short to tell them,
    /// so that its standard error is too small.
    static constexpr double kMinEffective = 25.0;
    bool isTooShort() const { return standardError > 0.0 && effectiveSamples < kMinEffective; }
};

/// Estimates the mean of independent values, such as those of runs with different seeds: standard deviation
/// over √n. Values that are NaN are left out.
Estimate estimateOfIndependent(std::span<const double> values);

/// Estimates the mean of a time series, whose samples are correlated: the standard deviation over the root of
/// n/2τ effective samples. τ is the integrated autocorrelation time, ½ + ρ(1) + ρ(2) + …, summed over a
/// window of 5τ (Sokal 1997, doi:10.1007/978-1-4899-0319-8_6), but at least n/100, and corrected for the bias
/// of a short series (Wolff 2004, doi:10.1016/S0010-4655(03)00467-3). Values that are NaN are left out.
Estimate estimateOfSeries(std::span<const double> values);

}  // namespace shoal
