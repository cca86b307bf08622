#include <limits>
#include <vector>

#include <shoal/simulation.hpp>

#include "catch.hpp"
#include "property.hpp"
#include "sim/trial.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

/// A viewer with a simulated clock: draws for 8 ms and runs the steps that are due, on one thread.
struct Viewing {
    explicit Viewing(double stepSeconds) : clock(stepSeconds) { clock.advance(now); }

    /// Draws one frame, with steps that take `cost` [s] give or take a tenth. Returns the steps by which the
    /// moment shown advanced, for each second since the last frame.
    double draw(double cost) {
        constexpr double kDrawing = 0.008;
        now += kDrawing;
        const double elapsed = now - last;
        last = now;
        due = clock.advance(now);
        double spent = 0.0;
        for (int step = 0; step < due.steps; ++step) {
            state = state * 1103515245u + 12345u;
            spent += cost * (0.9 + 0.2 * static_cast<double>(state >> 16) / 65536.0);
        }
        clock.noteCost(due.steps, spent);
        now += spent;
        steps += due.steps;
        const double before = moment;
        moment = static_cast<double>(steps) + static_cast<double>(due.alpha);
        return (moment - before) / elapsed;
    }

    StepClock clock;
    StepClock::Due due;
    double now = 0.0;     ///< [s]
    double last = 0.0;    ///< [s]
    double moment = 0.0;  ///< steps
    long long steps = 0;
    unsigned state = 1;
};

}  // namespace

TEST_CASE("the first moment starts the clock and asks for no step", "[sim][clock]") {
    StepClock clock;
    const StepClock::Due due = clock.advance(1e6);
    CHECK(due.steps == 0);
    CHECK(due.alpha == 0.0f);
    CHECK(due.speed == 1.0);
}

TEST_CASE("a display at the rate of the steps shows one step in each frame", "[sim][clock]") {
    StepClock clock;
    clock.advance(0.0);
    for (int frame = 1; frame <= 100000; ++frame) {
        const StepClock::Due due = clock.advance(frame / 60.0);
        REQUIRE(due.steps == 1);
        REQUIRE(due.speed == 1.0);
    }
}

TEST_CASE("a fast display mixes two steps with rising weights", "[sim][clock]") {
    StepClock clock(kStep);
    clock.advance(0.0);
    CHECK(clock.advance(0.25 * kStep).alpha == approx(0.25));
    CHECK(clock.advance(0.75 * kStep).alpha == approx(0.75));
    const StepClock::Due due = clock.advance(1.5 * kStep);
    CHECK(due.steps == 1);
    CHECK(due.alpha == approx(0.5));
}

TEST_CASE("late steps advance the picture evenly", "[sim][clock]") {
    for (const double cost : {0.015, 0.05, 0.1}) {
        INFO("a step takes " << cost << " s, more or less a tenth");
        Viewing viewing(kStep);
        for (int frame = 0; frame < 100; ++frame) {
            viewing.draw(cost);
        }
        const double begin = viewing.now;
        const double from = viewing.moment;
        double slowest = 1e9;
        double fastest = 0.0;
        for (int frame = 0; frame < 1000; ++frame) {
            const double speed = viewing.draw(cost);
            slowest = std::min(slowest, speed);
            fastest = std::max(fastest, speed);
        }
        const double mean = (viewing.moment - from) / (viewing.now - begin);
        CHECK(mean == approx(std::min(1.0 / kStep, StepClock::kMaxShare / cost)).epsilon(0.03));
        CHECK(slowest > 0.85 * mean);
        CHECK(fastest < 1.15 * mean);
    }
}

TEST_CASE("a thousand steps a second keep real time", "[sim][clock]") {
    Viewing viewing(1.0 / 960.0);
    for (int frame = 0; frame < 600; ++frame) {
        viewing.draw(0.0005);
    }
    CHECK(viewing.moment * (1.0 / 960.0) == approx(viewing.now).epsilon(0.01));
    CHECK(viewing.due.speed == 1.0);
}

TEST_CASE("when steps are fast again, time passes at its usual speed and nothing is caught up",
          "[sim][clock]") {
    Viewing viewing(kStep);
    for (int frame = 0; frame < 200; ++frame) {
        viewing.draw(3.0 * kStep);
    }
    CHECK(viewing.due.speed == approx(0.25).epsilon(0.05));
    for (int frame = 0; frame < 300; ++frame) {
        viewing.draw(0.001);
    }
    CHECK(viewing.due.speed == 1.0);
    const double from = viewing.moment;
    const double begin = viewing.now;
    for (int frame = 0; frame < 300; ++frame) {
        viewing.draw(0.001);
    }
    CHECK((viewing.moment - from) * kStep == approx(viewing.now - begin).epsilon(0.01));
}

TEST_CASE("no time is lost while steps are fast", "[sim][clock]") {
    checkProperty("the steps and the moment between them add up to the time that passed", [] {
        const auto pauses = *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 490000));
        StepClock clock(kStep);
        double now = 0.0;
        double accounted = 0.0;
        clock.advance(now);
        StepClock::Due due;
        for (const int microseconds : pauses) {
            now += microseconds * 1e-6;
            due = clock.advance(now);
            accounted += due.steps * kStep;
            RC_ASSERT(due.steps >= 0);
            RC_ASSERT(due.alpha >= 0.0f && due.alpha <= 1.0f);
        }
        RC_ASSERT(std::abs(now - accounted -
                           static_cast<double>(due.alpha) * kStep * (pauses.empty() ? 0 : 1)) < 1e-6);
    });
}

TEST_CASE("no time is owed after a stall", "[sim][clock]") {
    for (const double pause : {10.0, 86400.0, 1e9, 1e300, std::numeric_limits<double>::max()}) {
        INFO("pause of " << pause << " s");
        StepClock clock(kStep);
        clock.advance(0.0);
        const StepClock::Due due = clock.advance(pause);
        CHECK(due.steps == 30);
        CHECK(due.alpha >= 0.0f);
        CHECK(due.alpha <= 1.0f);
        CHECK(due.speed == approx(0.5 / pause));
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
    CHECK(due.steps == 30);
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
    StepClock clock(kStep);
    clock.advance(0.0);
    clock.setTimeScale(4.0);
    CHECK(clock.advance(1.0 / 60.0).steps == 4);
    clock.setTimeScale(0.0);
    CHECK(clock.advance(10.0).steps == 0);
    clock.setTimeScale(0.5);
    CHECK(clock.advance(10.0 + 0.4).steps == 12);
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
