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
};

/// Estimates the mean of independent values, such as those of runs with different seeds: standard deviation
/// over √n. Values that are NaN are left out.
Estimate estimateOfIndependent(std::span<const double> values);

/// Estimates the mean of a time series, whose samples are correlated: the largest standard error over blocks
/// of 1, 2, 4, 8 … samples that leave at least eight blocks (Flyvbjerg & Petersen 1989,
/// doi:10.1063/1.457480). Too small for a series that is not many correlation times long. Values that are NaN
/// are left out.
Estimate estimateOfSeries(std::span<const double> values);

}  // namespace shoal
