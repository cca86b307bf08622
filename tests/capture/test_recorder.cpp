#include "capture/recorder.hpp"
#include "catch.hpp"

namespace shoal {
namespace {

using test::approx;

TEST_CASE("at sixty frames a second each frame is one step", "[capture][recorder]") {
    Recorder recorder(60);
    CHECK(recorder.next().steps == 0);
    for (int frame = 1; frame < 200; ++frame) {
        const Recorder::Due due = recorder.next();
        CHECK(due.steps == 1);
        CHECK(due.alpha == 1.0f);
    }
}

TEST_CASE("at thirty frames a second each frame is two steps", "[capture][recorder]") {
    Recorder recorder(30);
    CHECK(recorder.next().steps == 0);
    for (int frame = 1; frame < 200; ++frame) {
        const Recorder::Due due = recorder.next();
        CHECK(due.steps == 2);
        CHECK(due.alpha == 1.0f);
    }
}

TEST_CASE("every frame shows the very moment that its number says", "[capture][recorder]") {
    for (const int framesPerSecond : {1, 7, 24, 25, 50, 59, 61, 120, 144, 1000}) {
        Recorder recorder(framesPerSecond);
        long long steps = 0;
        for (int frame = 0; frame < 5000; ++frame) {
            const Recorder::Due due = recorder.next();
            steps += due.steps;
            REQUIRE(due.steps >= 0);
            REQUIRE(due.alpha > 0.0f);
            REQUIRE(due.alpha <= 1.0f);
            const double shown = (static_cast<double>(steps) - 1.0 + static_cast<double>(due.alpha)) / 60.0;
            REQUIRE(shown == approx(static_cast<double>(frame) / framesPerSecond).margin(1e-8));
            REQUIRE(due.seconds == static_cast<double>(frame) / framesPerSecond);
        }
    }
}

TEST_CASE("ten hours of film have not drifted by a step", "[capture][recorder]") {
    Recorder recorder(24);
    long long steps = 0;
    Recorder::Due due;
    for (long long frame = 0; frame <= 24LL * 36000; ++frame) {
        due = recorder.next();
        steps += due.steps;
    }
    CHECK(steps == 60LL * 36000);
    CHECK(due.alpha == 1.0f);
}

}  // namespace
}  // namespace shoal
