// Arithmetic for authors of rules: vectors, functions and random numbers, for one value and in lanes.

#include <numbers>

#include <shoal/lanes.hpp>
#include <shoal/random.hpp>

using namespace shoal;
using namespace shoal::test;

namespace {

using L = BaselineLanes;

}  // namespace

TEST_CASE("sine and cosine of lanes match those of the library", "[sim][kit]") {
    double nearError = 0.0;
    double farError = 0.0;
    for (int k = -100000; k <= 100000; ++k) {
        const float angle = static_cast<float>(k) * 1e-2f;
        const auto error = [&](const L& found, double expected) {
            return std::abs(static_cast<double>(found.lane(3)) - expected);
        };
        const double worse = std::max(error(sine(L(angle)), std::sin(static_cast<double>(angle))),
                                      error(cosine(L(angle)), std::cos(static_cast<double>(angle))));
        (std::abs(angle) <= 6.2832f ? nearError : farError) =
            std::max(std::abs(angle) <= 6.2832f ? nearError : farError, worse);
    }
    CHECK(nearError < 2e-6);
    CHECK(farError < 1e-4);
    CHECK(sineOfTurns(L(0.5f)).lane(0) == 0.0f);
    CHECK(sineOfTurns(L(0.25f)).lane(0) == approx(1.0f));
    CHECK(sineOfTurns(L(-0.25f)).lane(0) == approx(-1.0f));
    CHECK(std::isfinite(sine(L(3e38f)).lane(0)));
}

TEST_CASE("the exponential of lanes matches that of the library", "[sim][kit]") {
    double worst = 0.0;
    for (int k = -86999; k < 88000; ++k) {
        const float power = static_cast<float>(k) * 1e-3f;
        const double expected = std::exp(static_cast<double>(power));
        const auto found = static_cast<double>(exponential(L(power)).lane(2));
        worst = std::max(worst, std::abs(found / expected - 1.0));
    }
    INFO("relative error " << worst);
    CHECK(worst < 3e-7);
    CHECK(exponential(L(0.0f)).lane(0) == 1.0f);
    CHECK(exponential(L(-88.0f)).lane(0) == 0.0f);
    CHECK(exponential(L(-3e38f)).lane(0) == 0.0f);
    CHECK(exponential(L(100.0f)).lane(0) == exponential(L(88.0f)).lane(0));
    CHECK(std::isfinite(exponential(L(3e38f)).lane(0)));
}

TEST_CASE("the logarithm of lanes matches that of the library", "[sim][kit]") {
    double worst = 0.0;
    for (int k = -86000; k < 88000; ++k) {
        const auto value = static_cast<float>(std::exp(static_cast<double>(k) * 1e-3));
        const double expected = std::log(static_cast<double>(value));
        const auto found = static_cast<double>(logarithm(L(value)).lane(5));
        worst = std::max(worst, std::abs(found - expected) / std::max(1.0, std::abs(expected)));
    }
    INFO("error " << worst);
    CHECK(worst < 2e-7);
    CHECK(logarithm(L(1.0f)).lane(0) == 0.0f);
}

TEST_CASE("a rotated vector keeps its length and its component along the axis", "[sim][kit]") {
    RandomSequence random(7);
    for (int k = 0; k < 200; ++k) {
        const Vec3f vector = random.inCube();
        const Vec3f toAxis = random.awayFromZero();
        const Vec3f axis = toAxis / std::sqrt(lengthSq(toAxis));
        const Vec3<L> found = rotated(lanesOf<L>(vector), lanesOf<L>(axis), random.uniform(-7.0f, 7.0f));
        const Vec3f result{found.x.lane(5), found.y.lane(5), found.z.lane(5)};
        CHECK(lengthSq(result) == approx(lengthSq(vector)).margin(1e-5));
        CHECK(dot(result, axis) == approx(dot(vector, axis)).margin(1e-5));
    }
    // A quarter turn about y takes −z, straight ahead, to −x, the left.
    const Vec3<L> left = rotated(lanesOf<L>(Vec3f{0, 0, -1}), lanesOf<L>(Vec3f{0, 1, 0}),
                                 static_cast<float>(std::numbers::pi / 2));
    CHECK(left.x.lane(0) == approx(-1.0f));
    CHECK(left.z.lane(0) == approx(0.0f).margin(1e-6));
}

TEST_CASE("vectors have all operators, beside numbers and lanes", "[sim][kit]") {
    Vec3f a{1, -2, 3};
    CHECK(-a == Vec3f{-1, 2, -3});
    CHECK(2.0f * a == a * 2.0f);
    CHECK(a / 2.0f == Vec3f{0.5f, -1, 1.5f});
    a *= 4.0f;
    a /= 2.0f;
    CHECK(a == Vec3f{2, -4, 6});
    const Vec3<L> b = 0.5f * lanesOf<L>(a) / 2.0f - lanesOf<L>(a) * L(1.0f);
    CHECK(b.y.lane(7) == 3.0f);
    const L c = 1.0f - min(max(b.x, -1.0f), 1.0f) * 2.0f;
    CHECK(c.lane(2) == 3.0f);
    CHECK(select(c > 2.0f, 1.0f, c).lane(0) == 1.0f);
}

TEST_CASE("samples of a boid at a step are uniform or normal, and differ by step, boid and use",
          "[sim][kit]") {
    using Words = L::WordsType;
    static constexpr std::uint32_t kRamp[kLanes] = {0, 1, 2, 3, 4, 5, 6, 7};
    constexpr int kSteps = 4000;
    double sum = 0.0;
    double squares = 0.0;
    double normalSum = 0.0;
    double normalSquares = 0.0;
    double products = 0.0;
    for (std::uint64_t step = 0; step < kSteps; ++step) {
        const Words id = Words::load(kRamp);
        const L flat = uniform(11, step, id, 0);
        const L other = uniform(11, step, id, 1);
        const L bell = normal(11, step, id, 2);
        for (int lane = 0; lane < kLanes; ++lane) {
            const double u = static_cast<double>(flat.lane(lane));
            REQUIRE((u >= 0.0 && u < 1.0));
            sum += u;
            squares += u * u;
            products += (u - 0.5) * (static_cast<double>(other.lane(lane)) - 0.5);
            const double n = static_cast<double>(bell.lane(lane));
            REQUIRE(std::abs(n) <= 3.5);
            normalSum += n;
            normalSquares += n * n;
        }
    }
    // Five standard deviations of each mean.
    const double count = static_cast<double>(kSteps) * kLanes;
    const double five = 5.0 / std::sqrt(count);
    CHECK(std::abs(sum / count - 0.5) < five * std::sqrt(1.0 / 12));
    CHECK(std::abs(squares / count - 1.0 / 3) < five * std::sqrt(4.0 / 45));
    CHECK(std::abs(products / count) < five / 12);
    CHECK(std::abs(normalSum / count) < five);
    CHECK(std::abs(normalSquares / count - 1.0) < five * std::sqrt(2.0));
}
