#include "viewer/colour/value_range.hpp"

namespace shoal::test {

namespace {

/// `count` values evenly from `low` to `high`.
BoidValues evenly(double low, double high, int count = 1001) {
    BoidValues values(1);
    for (int index = 0; index < count; ++index) {
        values[0].push_back(static_cast<float>(low + (high - low) * index / (count - 1)));
    }
    return values;
}

}  // namespace

TEST_CASE("a palette covers its values with round numbers", "[app][colour]") {
    CHECK(roundRange(evenly(2.03, 2.96)) == ValueRange{2.0, 3.0});
    CHECK(roundRange(evenly(0.4, 4.2)) == ValueRange{0.0, 5.0});
    CHECK(roundRange(evenly(-7.3, 8.8)) == ValueRange{-10.0, 10.0});
    CHECK(roundRange(evenly(130.0, 870.0)).high == approx(1000.0));
}

TEST_CASE("a range starts at zero where zero is near", "[app][colour]") {
    CHECK(roundRange(evenly(0.2, 3.9)).low == 0.0);
    CHECK(roundRange(evenly(2.2, 3.9)).low == approx(2.0));
}

TEST_CASE("a few outliers do not widen a range", "[app][colour]") {
    BoidValues values = evenly(1.1, 1.9);
    values[0][0] = -500.0f;
    values[0].back() = 9000.0f;
    CHECK(roundRange(values) == roundRange(evenly(1.1, 1.9)));
}

TEST_CASE("equal values, no values and only NaN still have a range", "[app][colour]") {
    for (const float value : {0.0f, 3.0f, -20.0f, 1e6f}) {
        const ValueRange range = roundRange({std::vector<float>(10, value)});
        CAPTURE(value, range.low, range.high);
        CHECK(range.low < range.high);
        CHECK(range.low <= static_cast<double>(value));
        CHECK(range.high >= static_cast<double>(value));
        CHECK(std::isfinite(range.fraction(value)));
    }
    CHECK(roundRange({}) == ValueRange{});
    CHECK(roundRange({{NAN, NAN}}) == ValueRange{});
}

TEST_CASE("a range holds while values vary, and follows when they have changed", "[app][colour]") {
    const ValueRange held = roundRange(evenly(0.0, 4.1));
    REQUIRE(held == ValueRange{0.0, 5.0});
    CHECK(heldRange(held, evenly(0.3, 5.1)) == held);
    CHECK(heldRange(held, evenly(0.0, 2.6)) == held);
    CHECK(heldRange(held, evenly(0.0, 9.0)) == ValueRange{0.0, 10.0});
    CHECK(heldRange(held, evenly(0.0, 0.9)) == ValueRange{0.0, 1.0});
    // It does not flicker at a border between two ranges.
    ValueRange range = held;
    for (int frame = 0; frame < 100; ++frame) {
        range = heldRange(range, evenly(0.0, frame % 2 == 0 ? 5.08 : 5.16));
        CHECK(range == held);
    }
}

}  // namespace shoal::test
