#include "lab/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace shoal {
namespace {

constexpr std::size_t kMinBlocks = 8;

std::vector<double> definedOf(std::span<const double> values) {
    std::vector<double> defined;
    std::ranges::copy_if(values, std::back_inserter(defined),
                         [](double value) { return !std::isnan(value); });
    return defined;
}

}  // namespace

Estimate estimateOfIndependent(std::span<const double> values) {
    const std::vector<double> defined = definedOf(values);
    Estimate estimate;
    estimate.samples = defined.size();
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
    std::vector<double> blocks = definedOf(values);
    Estimate estimate = estimateOfIndependent(blocks);
    while (blocks.size() >= 2 * kMinBlocks) {
        for (std::size_t block = 0; block < blocks.size() / 2; ++block) {
            blocks[block] = (blocks[2 * block] + blocks[2 * block + 1]) / 2.0;
        }
        blocks.resize(blocks.size() / 2);
        estimate.standardError =
            std::max(estimate.standardError, estimateOfIndependent(blocks).standardError);
    }
    return estimate;
}

}  // namespace shoal
