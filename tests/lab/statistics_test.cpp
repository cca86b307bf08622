#include "lab/statistics.hpp"

#include <limits>

#include "optimised.hpp"

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

namespace {

/// Series of a kind, and how often two standard errors about their means hold the true mean, 0.
struct Coverage {
    double covered = 0.0;    ///< fraction
    double tooShort = 0.0;   ///< fraction that says so
    double effective = 0.0;  ///< mean number of effective samples
};

Coverage coverageOf(std::size_t count, double correlation) {
    constexpr unsigned kSeries = 2000;
    Coverage coverage;
    for (unsigned seed = 0; seed < kSeries; ++seed) {
        const Estimate estimate = estimateOfSeries(correlated(count, correlation, seed));
        coverage.covered += std::abs(estimate.mean) < 2.0 * estimate.standardError ? 1.0 / kSeries : 0.0;
        coverage.tooShort += estimate.isTooShort() ? 1.0 / kSeries : 0.0;
        coverage.effective += estimate.effectiveSamples / kSeries;
    }
    return coverage;
}

}  // namespace

TEST_CASE("two standard errors of a correlated series hold its true mean in 90 to 98 % of cases",
          "[lab][statistics]") {
    for (const double correlation : {0.0, 0.5, 0.9, 0.97}) {
        if (!kIsOptimised && correlation > 0.8) {
            continue;
        }
        for (const double effective : {10.0, 30.0, 120.0}) {
            const auto count =
                static_cast<std::size_t>(effective * (1.0 + correlation) / (1.0 - correlation));
            const Coverage coverage = coverageOf(count, correlation);
            CAPTURE(correlation, count, effective, coverage.covered, coverage.effective);
            // A series of 10 effective samples says that its error is too small.
            CHECK(coverage.covered > (effective < Estimate::kMinEffective ? 0.85 : 0.90));
            CHECK(coverage.covered < 0.98);
            CHECK((effective > 100.0 || coverage.tooShort > (effective < 25.0 ? 0.85 : 0.0)));
            if (effective > 100.0) {
                CHECK(coverage.effective == approx(effective).epsilon(0.15));
                CHECK(coverage.tooShort < 0.05);
            }
        }
    }
}

TEST_CASE("a series shorter than 50 correlation times says that it is too short", "[lab][statistics]") {
    // Their mean has 10.5 and 3 effective samples.
    CHECK(coverageOf(200, 0.9).tooShort > 0.85);
    CHECK(coverageOf(200, 0.97).tooShort > 0.95);
    CHECK(estimateOfSeries(correlated(20, 0.0, 1)).isTooShort());
    // What does not vary, or by rounding only, has no error that could be too small.
    const std::vector<double> constant(300, 3.0);
    CHECK(estimateOfSeries(constant).standardError == 0.0);
    CHECK(estimateOfSeries(constant).effectiveSamples == 300.0);
    CHECK_FALSE(estimateOfSeries(std::vector<double>(10, 3.0)).isTooShort());
    std::vector<double> rounded = correlated(300, 0.99, 1);
    for (double& each : rounded) {
        each = 3.0 + 1e-7 * each;
    }
    CHECK_FALSE(estimateOfSeries(rounded).isTooShort());
}
