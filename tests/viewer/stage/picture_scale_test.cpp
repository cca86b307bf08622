// The size at which a slow picture is drawn.

#include "viewer/stage/picture_scale.hpp"

namespace shoal::test {

namespace {

/// Draws frames whose cost grows with their pixels, on top of a fixed one [s]; returns the last scale.
float drawn(PictureScale& scale, int frames, double atFullSize, double fixed = 0.0) {
    for (int frame = 0; frame < frames; ++frame) {
        const auto side = static_cast<double>(scale.now());
        scale.note(fixed + atFullSize * side * side);
    }
    return scale.now();
}

}  // namespace

TEST_CASE("a slow picture is drawn smaller, and larger again when it is fast", "[app][scale]") {
    PictureScale scale;
    CHECK(drawn(scale, 100, 0.039) == 1.0f);
    CHECK(drawn(scale, 8, 0.060) == 0.75f);
    CHECK(drawn(scale, 300, 0.060) == 0.75f);  // 34 ms
    CHECK(drawn(scale, 16, 0.120) == 0.5f);
    CHECK(drawn(scale, 300, 0.400) == 0.5f);  // no smaller
    CHECK(drawn(scale, 300, 0.010) == 1.0f);
}

TEST_CASE("a slow picture loses quality before size, unless the user has chosen it", "[app][scale]") {
    PictureScale scale;
    scale.letLower(true);
    CHECK_FALSE(scale.isLow());
    const auto draw = [&](int frames, double good, double low) {
        for (int frame = 0; frame < frames; ++frame) {
            const auto side = static_cast<double>(scale.now());
            scale.note((scale.isLow() ? low : good) * side * side);
        }
    };
    draw(8, 0.060, 0.030);
    CHECK(scale.isLow());
    CHECK(scale.now() == 1.0f);
    draw(16, 0.200, 0.100);
    CHECK(scale.now() == 0.5f);
    draw(300, 0.020, 0.004);
    CHECK_FALSE(scale.isLow());
    CHECK(scale.now() == 1.0f);
    scale.letLower(false);
    draw(8, 0.060, 0.060);
    CHECK_FALSE(scale.isLow());
    CHECK(scale.now() == 0.75f);
}

TEST_CASE("the size of a picture does not swing", "[app][scale]") {
    for (const double cost : {0.030, 0.041, 0.050, 0.060, 0.070, 0.080, 0.100, 0.150}) {
        PictureScale scale;
        const float settled = drawn(scale, 400, cost, 0.005);
        int changes = 0;
        for (int frame = 0; frame < 1000; ++frame) {
            const float before = scale.now();
            changes += drawn(scale, 1, cost, 0.005) != before ? 1 : 0;
        }
        CAPTURE(cost, settled);
        CHECK(changes == 0);
    }
}

TEST_CASE("the quality of a picture does not swing", "[app][scale]") {
    for (const double ratio : {1.3, 2.0, 3.5, 5.0}) {
        for (const double good : {0.045, 0.049, 0.070, 0.100, 0.300}) {
            PictureScale scale;
            scale.letLower(true);
            int changes = 0;
            for (int frame = 0; frame < 1000; ++frame) {
                const bool wasLow = scale.isLow();
                const auto side = static_cast<double>(scale.now());
                scale.note(good / (scale.isLow() ? ratio : 1.0) * side * side);
                changes += scale.isLow() != wasLow ? 1 : 0;
            }
            CAPTURE(ratio, good);
            CHECK(changes == 1);
        }
    }
}

TEST_CASE("a very slow picture is drawn at low quality and half size at once", "[app][scale]") {
    PictureScale scale;
    scale.letLower(true);
    scale.note(0.600);  // makes buffers, too
    CHECK(scale.now() == 1.0f);
    scale.note(0.600);
    CHECK(scale.isLow());
    CHECK(scale.now() == 0.5f);
}

TEST_CASE("a picture that begins small grows within half a second if it is fast", "[app][scale]") {
    PictureScale scale;
    scale.beginSmall();
    CHECK(scale.now() == 0.5f);
    CHECK(drawn(scale, 32, 0.020) == 1.0f);
    scale.beginSmall();
    CHECK(drawn(scale, 300, 0.150) == 0.5f);
    CHECK(scale.expectedAtBest() == approx(0.150));
}

TEST_CASE("a single long frame costs size for a moment only, and a switch keeps it", "[app][scale]") {
    PictureScale scale;
    drawn(scale, 100, 0.010);
    scale.note(3.0);
    CHECK(scale.now() == 0.5f);
    CHECK(drawn(scale, 32, 0.010) == 1.0f);
    scale.turnOn(false);
    CHECK(drawn(scale, 100, 0.300) == 1.0f);
    scale.turnOn(true);
    CHECK(drawn(scale, 100, 0.300) == 0.5f);
    scale.turnOn(false);
    CHECK(scale.now() == 1.0f);
}

}  // namespace shoal::test
