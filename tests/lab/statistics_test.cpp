#include "lab/statistics.hpp"

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "catch.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

/// A series with the given correlation from one sample to the next, and variance 1.
std::vector<double> correlated(std::size_t count, double correlation, unsigned seed) {
    std::mt19937 random(seed);
    std::normal_distribution<double> noise;
    std::vector<double> series{noise(random)};
    while (series.size() < count) {
        series.push_back(correlation * series.back() +
                         std::sqrt(1.0 - correlation * correlation) * noise(random));
    }
    return series;
}

}  // namespace

TEST_CASE("the standard error of independent values is their deviation over the root of their number",
          "[lab][statistics]") {
    const std::vector<double> values{1.0, 2.0, 3.0, 6.0};
    const Estimate estimate = estimateOfIndependent(values);
    CHECK(estimate.mean == approx(3.0));
    CHECK(estimate.standardError == approx(std::sqrt(14.0 / 3.0 / 4.0)));
    CHECK(estimate.samples == 4);
}

TEST_CASE("values that are not defined are left out, and one value has no standard error",
          "[lab][statistics]") {
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    CHECK(estimateOfIndependent(std::vector<double>{kNone, 2.0, kNone, 4.0}).mean == approx(3.0));
    const Estimate one = estimateOfSeries(std::vector<double>{kNone, 5.0});
    CHECK(one.mean == approx(5.0));
    CHECK(std::isnan(one.standardError));
    CHECK(std::isnan(estimateOfSeries(std::vector<double>{kNone}).mean));
    CHECK(estimateOfSeries({}).samples == 0);
}

TEST_CASE("block averages find the error of a correlated series, which independence underrates fourfold",
          "[lab][statistics]") {
    constexpr std::size_t kCount = 4096;
    for (const double correlation : {0.0, 0.9}) {
        // The exact standard error of the mean of such a series.
        const double exact =
            std::sqrt((1.0 + correlation) / (1.0 - correlation) / static_cast<double>(kCount));
        double found = 0.0;
        constexpr unsigned kSeries = 40;
        for (unsigned seed = 0; seed < kSeries; ++seed) {
            found += estimateOfSeries(correlated(kCount, correlation, seed)).standardError / kSeries;
        }
        CAPTURE(correlation, exact, found);
        CHECK(found > 0.9 * exact);
        CHECK(found < 1.6 * exact);
    }
    const std::vector<double> series = correlated(kCount, 0.9, 1);
    CHECK(estimateOfSeries(series).standardError > 3.0 * estimateOfIndependent(series).standardError);
}
