#include "lab/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace shoal {
namespace {

/// Correlations are summed over this many correlation times: more adds noise, less leaves some out.
constexpr double kWindow = 5.0;
/// Parts of the series that the window covers at least and at most. Fast fluctuations must not end it before
/// slow ones show; a longer one means fewer than 25 effective samples.
constexpr std::size_t kMinWindowPart = 100;
constexpr std::size_t kMaxWindowPart = 10;

std::vector<double> definedOf(std::span<const double> values) {
    std::vector<double> defined;
    std::ranges::copy_if(values, std::back_inserter(defined),
                         [](double value) { return !std::isnan(value); });
    return defined;
}

/// Mean product of deviations from the mean, `lag` samples apart.
double autocovariance(std::span<const double> series, double mean, std::size_t lag) {
    double sum = 0.0;
    for (std::size_t at = lag; at < series.size(); ++at) {
        sum += (series[at] - mean) * (series[at - lag] - mean);
    }
    return sum / static_cast<double>(series.size() - lag);
}

/// The integrated autocorrelation time of a series that is not constant, in samples; at least ½, that of
/// independent ones.
double correlationTime(std::span<const double> series, double mean) {
    const double variance = autocovariance(series, mean, 0);
    double time = 0.5;
    std::size_t window = 0;
    const auto isTooNarrow = [&] {
        return static_cast<double>(window) < kWindow * time || window < series.size() / kMinWindowPart;
    };
    while (isTooNarrow() && window < series.size() / kMaxWindowPart) {
        ++window;
        time += autocovariance(series, mean, window) / variance;
    }
    // Deviations from the series' own mean are smaller than those from the true one.
    const double bias = static_cast<double>(2 * window + 1) / static_cast<double>(series.size());
    return std::max(time, 0.5) * (1.0 + bias);
}

}  // namespace

Estimate estimateOfIndependent(std::span<const double> values) {
    const std::vector<double> defined = definedOf(values);
    Estimate estimate;
    estimate.samples = defined.size();
    estimate.effectiveSamples = static_cast<double>(defined.size());
    if (defined.empty()) {
        return estimate;
    }
    const auto n = static_cast<double>(defined.size());
    double sum = 0.0;
    for (const double value : defined) {
        sum += value;
    }
    estimate.mean = sum / n;
    if (defined.size() > 1) {
        double squares = 0.0;
        for (const double value : defined) {
            squares += (value - estimate.mean) * (value - estimate.mean);
        }
        estimate.standardError = std::sqrt(squares / (n * (n - 1.0)));
    }
    return estimate;
}

Estimate estimateOfSeries(std::span<const double> values) {
    const std::vector<double> defined = definedOf(values);
    Estimate estimate = estimateOfIndependent(defined);
    if (estimate.standardError > 1e-6 * std::abs(estimate.mean)) {  // more than rounding
        const double time = correlationTime(defined, estimate.mean);
        estimate.standardError *= std::sqrt(2.0 * time);
        estimate.effectiveSamples /= 2.0 * time;
    }
    return estimate;
}

}  // namespace shoal
