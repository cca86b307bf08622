#include "capture/format/frame_schedule.hpp"

namespace shoal {
namespace {

using test::approx;

TEST_CASE("at sixty frames a second each frame is one step", "[capture][schedule]") {
    FrameSchedule schedule({60, 1});
    CHECK(schedule.next().steps == 0);
    for (int frame = 1; frame < 200; ++frame) {
        const FrameSchedule::Due due = schedule.next();
        CHECK(due.steps == 1);
        CHECK(due.alpha == 1.0f);
    }
}

TEST_CASE("at thirty frames a second each frame is two steps", "[capture][schedule]") {
    FrameSchedule schedule({30, 1});
    CHECK(schedule.next().steps == 0);
    for (int frame = 1; frame < 200; ++frame) {
        const FrameSchedule::Due due = schedule.next();
        CHECK(due.steps == 2);
        CHECK(due.alpha == 1.0f);
    }
}

TEST_CASE("every frame shows exactly the moment that its number gives", "[capture][schedule]") {
    for (const FrameRate rate :
         {FrameRate{1, 1}, FrameRate{7, 1}, FrameRate{24, 1}, FrameRate{25, 1}, FrameRate{50, 1},
          FrameRate{59, 1}, FrameRate{61, 1}, FrameRate{120, 1}, FrameRate{144, 1}, FrameRate{1000, 1},
          FrameRate{30000, 1001}, FrameRate{60, 7}, FrameRate{1, 3}}) {
        CAPTURE(frameRateText(rate));
        FrameSchedule schedule(rate);
        long long steps = 0;
        for (int frame = 0; frame < 5000; ++frame) {
            const FrameSchedule::Due due = schedule.next();
            steps += due.steps;
            REQUIRE(due.steps >= 0);
            REQUIRE(due.alpha > 0.0f);
            REQUIRE(due.alpha <= 1.0f);
            const double shown = (static_cast<double>(steps) - 1.0 + static_cast<double>(due.alpha)) / 60.0;
            REQUIRE(shown == approx(frame * rate.frameSeconds()).margin(1e-8));
            REQUIRE(due.seconds == approx(frame * rate.frameSeconds()).margin(1e-9));
        }
    }
}

TEST_CASE("ten hours of film do not drift by a step", "[capture][schedule]") {
    FrameSchedule schedule({24, 1});
    long long steps = 0;
    FrameSchedule::Due due;
    for (long long frame = 0; frame <= 24LL * 36000; ++frame) {
        due = schedule.next();
        steps += due.steps;
    }
    CHECK(steps == 60LL * 36000);
    CHECK(due.alpha == 1.0f);
}

TEST_CASE("every seventh step is a whole frame", "[capture][schedule]") {
    FrameSchedule schedule({60, 7});
    CHECK(schedule.next().steps == 0);
    for (int frame = 1; frame < 200; ++frame) {
        const FrameSchedule::Due due = schedule.next();
        CHECK(due.steps == 7);
        CHECK(due.alpha == 1.0f);
    }
}

TEST_CASE("a shutter spreads its exposures over the open part of a frame", "[capture][schedule]") {
    const Shutter shutter{.degrees = 180, .exposures = 4};
    FrameSchedule schedule({24, 1}, shutter);
    long long steps = 0;
    for (int exposure = 0; exposure < 400; ++exposure) {
        const FrameSchedule::Due due = schedule.next();
        steps += due.steps;
        const double shown = (static_cast<double>(steps) - 1.0 + static_cast<double>(due.alpha)) / 60.0;
        const double wanted = (exposure / 4 + exposure % 4 * 0.25 * 0.5) / 24.0;
        REQUIRE(shown == approx(wanted).margin(1e-8));
    }
}

TEST_CASE("frame rates are read as whole numbers, fractions and decimals", "[capture][schedule]") {
    CHECK(frameRateFrom("30") == FrameRate{30, 1});
    CHECK(frameRateFrom("30000/1001") == FrameRate{30000, 1001});
    CHECK(frameRateFrom("60/6") == FrameRate{10, 1});
    CHECK(frameRateFrom("29.97") == FrameRate{2997, 100});
    CHECK(frameRateFrom("0.5") == FrameRate{1, 2});
    for (const char* wrong :
         {"", "0", "-1", "1/0", "abc", "30/", "/2", "1.2.3", "2000", "0.001", "1e3", " 30"}) {
        CAPTURE(wrong);
        CHECK_FALSE(frameRateFrom(wrong));
    }
    CHECK(frameRateText({30, 1}) == "30");
    CHECK(frameRateText({30000, 1001}) == "30000/1001");
}

}  // namespace
}  // namespace shoal
