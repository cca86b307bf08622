#include <limits>

#include <shoal/vec3.hpp>

using namespace shoal;

TEST_CASE("the cube root is within rounding of the C library's for every number", "[sim][support]") {
    using Limits = std::numeric_limits<double>;
    for (double x = Limits::denorm_min(); std::isfinite(x); x *= 1.7) {
        CAPTURE(x);
        CHECK(std::abs(cubeRoot(x) / std::cbrt(x) - 1.0) < 1e-15);
        CHECK(cubeRoot(-x) == -cubeRoot(x));
    }
    for (const double x : {0.0, -0.0, Limits::infinity(), -Limits::infinity()}) {
        CAPTURE(x);
        CHECK(cubeRoot(x) == x);
        CHECK(std::signbit(cubeRoot(x)) == std::signbit(x));
    }
    CHECK(std::isnan(cubeRoot(Limits::quiet_NaN())));
}
