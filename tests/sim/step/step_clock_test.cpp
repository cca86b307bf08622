#include <limits>
#include <vector>

#include <shoal/simulation.hpp>

#include "catch.hpp"
#include "property.hpp"
#include "sim/trial.hpp"

using namespace shoal;
using namespace shoal::test;

TEST_CASE("the first moment starts the clock and asks for no step", "[sim][clock]") {
    StepClock clock;
    const StepClock::Due due = clock.advance(1e6);
    CHECK(due.steps == 0);
    CHECK(due.alpha == 0.0f);
    CHECK(due.dropped == 0.0);
}

TEST_CASE("a display at the rate of the steps shows one step in each frame", "[sim][clock]") {
    StepClock clock;
    clock.advance(0.0);
    for (int frame = 1; frame <= 100000; ++frame) {
        const StepClock::Due due = clock.advance(frame / 60.0);
        REQUIRE(due.steps == 1);
        REQUIRE(due.dropped == 0.0);
    }
}

TEST_CASE("a fast display mixes two steps with rising weights", "[sim][clock]") {
    StepClock clock(kStep, 5);
    clock.advance(0.0);
    CHECK(clock.advance(0.25 * kStep).alpha == approx(0.25));
    CHECK(clock.advance(0.75 * kStep).alpha == approx(0.75));
    const StepClock::Due due = clock.advance(1.5 * kStep);
    CHECK(due.steps == 1);
    CHECK(due.alpha == approx(0.5));
}

TEST_CASE("when steps take longer than real time the clock drops time", "[sim][clock]") {
    // Each frame runs the steps that are due, and each step takes three times its own length. Without the
    // limit the backlog would triple with every frame.
    StepClock clock(kStep, 5);
    double now = 0.0;
    clock.advance(now);
    now = kStep;
    double dropped = 0.0;
    for (int frame = 0; frame < 200; ++frame) {
        const StepClock::Due due = clock.advance(now);
        REQUIRE(due.steps <= 5);
        dropped += due.dropped;
        now += 3.0 * kStep * due.steps;
    }
    CHECK(dropped > 10.0);
    // It recovers at once: no backlog is left when steps are fast again.
    clock.advance(now);
    CHECK(clock.advance(now + kStep).steps == 1);
}

TEST_CASE("no time is lost except the time reported as dropped", "[sim][clock]") {
    checkProperty("steps and dropped time add up to the time that passed", [] {
        const auto pauses = *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 300000));
        StepClock clock(kStep, 5);
        double now = 0.0;
        double accounted = 0.0;
        clock.advance(now);
        StepClock::Due due;
        for (const int microseconds : pauses) {
            now += microseconds * 1e-6;
            due = clock.advance(now);
            accounted += due.steps * kStep + due.dropped;
            RC_ASSERT(due.steps >= 0 && due.steps <= 5);
            RC_ASSERT(due.alpha >= 0.0f && due.alpha <= 1.0f);
        }
        RC_ASSERT(std::abs(now - accounted -
                           static_cast<double>(due.alpha) * kStep * (pauses.empty() ? 0 : 1)) < 1e-6);
    });
}

TEST_CASE("a huge pause asks for a bounded number of steps", "[sim][clock]") {
    for (const double pause : {10.0, 86400.0, 1e9, 1e300, std::numeric_limits<double>::max()}) {
        INFO("pause of " << pause << " s");
        StepClock clock(kStep, 5);
        clock.advance(0.0);
        const StepClock::Due due = clock.advance(pause);
        CHECK(due.steps == 5);
        CHECK(due.dropped > 0.0);
        CHECK(due.alpha >= 0.0f);
        CHECK(due.alpha <= 1.0f);
        CHECK(clock.advance(pause).steps == 0);
    }
}

TEST_CASE("time that runs backwards or stands still gives no step", "[sim][clock]") {
    StepClock clock;
    clock.advance(100.0);
    CHECK(clock.advance(100.0).steps == 0);
    CHECK(clock.advance(40.0).steps == 0);
    // The clock continues from the new time and does not wait for the old one to return.
    CHECK(clock.advance(40.0 + kStep).steps == 1);
}

TEST_CASE("a time that is not finite is ignored", "[sim][clock]") {
    StepClock clock;
    CHECK(clock.advance(std::numeric_limits<double>::quiet_NaN()).steps == 0);
    clock.advance(1.0);
    for (const double bad : {kNan, kInfinity, -kInfinity}) {
        const StepClock::Due due = clock.advance(bad);
        CHECK(due.steps == 0);
        CHECK(due.alpha == 0.0f);
    }
    CHECK(clock.advance(1.0 + kStep).steps == 1);
    StepClock swung;
    swung.advance(-std::numeric_limits<double>::max());
    const StepClock::Due due = swung.advance(std::numeric_limits<double>::max());
    CHECK(due.steps == 5);
    CHECK(due.alpha <= 1.0f);
}

TEST_CASE("time that passes while paused asks for no steps", "[sim][clock]") {
    StepClock clock;
    clock.advance(0.0);
    clock.setPaused(true);
    CHECK(clock.isPaused());
    CHECK(clock.advance(10.0).steps == 0);
    clock.setPaused(false);
    CHECK(clock.advance(10.0).steps == 0);
    CHECK(clock.advance(10.0 + kStep).steps == 1);
}

TEST_CASE("pausing keeps the picture unchanged", "[sim][clock]") {
    StepClock clock;
    clock.advance(0.0);
    const float alpha = clock.advance(0.4 * kStep).alpha;
    clock.setPaused(true);
    CHECK(clock.advance(5.0).alpha == alpha);
}

TEST_CASE("a single step is given once, even while paused", "[sim][clock]") {
    StepClock clock;
    clock.advance(0.0);
    clock.setPaused(true);
    clock.requestSingleStep();
    CHECK(clock.advance(1.0).steps == 1);
    CHECK(clock.advance(2.0).steps == 0);
}

TEST_CASE("the time scale stretches time but never the step", "[sim][clock]") {
    StepClock clock(kStep, 100);
    clock.advance(0.0);
    clock.setTimeScale(4.0);
    CHECK(clock.advance(1.0 / 60.0).steps == 4);
    clock.setTimeScale(0.0);
    CHECK(clock.advance(10.0).steps == 0);
    clock.setTimeScale(0.5);
    CHECK(clock.advance(10.0 + 1.0).steps == 30);
    CHECK(clock.stepSeconds() == kStep);
}

TEST_CASE("the time scale is clamped", "[sim][clock]") {
    StepClock clock;
    clock.setTimeScale(1000.0);
    CHECK(clock.timeScale() == 16.0);
    clock.setTimeScale(-1.0);
    CHECK(clock.timeScale() == 0.0);
    clock.setTimeScale(std::numeric_limits<double>::quiet_NaN());
    CHECK(clock.timeScale() == 1.0);
}

TEST_CASE("a restarted clock asks for no step", "[sim][clock]") {
    StepClock clock;
    clock.advance(0.0);
    clock.advance(0.9 * kStep);
    clock.restart();
    CHECK(clock.advance(500.0).steps == 0);
    CHECK(clock.advance(500.0 + 0.5 * kStep).steps == 0);
}
