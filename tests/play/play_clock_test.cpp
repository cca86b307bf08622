// Which moment each frame shows while the flock steps on another thread, simulated without a thread.

#include "play/play_clock.hpp"

#include <deque>

namespace shoal::test {

namespace {

/// A clock, and a flock whose steps take simulated time.
class Simulated {
public:
    Simulated(double stepsPerSecond, double stepSeconds, double jitter = 0.0)
        : m_cost(stepSeconds), m_jitter(jitter) {
        m_clock.setStepSeconds(1.0 / stepsPerSecond);
        m_clock.jumpTo(0.0, 0);
    }

    PlayClock& clock() { return m_clock; }
    void setCost(double stepSeconds) { m_cost = stepSeconds; }
    std::uint64_t shown() const { return m_shown; }

    /// Runs the flock for this long, then shows a frame.
    void frame(double seconds) {
        m_now += seconds;
        runTo(m_now);
        m_clock.advance(m_now);
        while (!m_ready.empty() && m_clock.isPast(m_shown)) {
            m_shown = m_ready.front();
            m_ready.pop_front();
        }
        m_clock.show(m_shown);
        m_clock.noteCost(m_steps - m_noted, m_busy - m_notedBusy);
        m_noted = m_steps;
        m_notedBusy = m_busy;
        m_wanted = m_clock.wanted();
    }

    /// Returns how far the moment advances in each of the frames.
    std::vector<double> advances(int frames, double seconds = 1.0 / 60.0) {
        std::vector<double> advances;
        for (int each = 0; each < frames; ++each) {
            const double before = m_clock.moment();
            frame(seconds);
            advances.push_back(m_clock.moment() - before);
        }
        return advances;
    }

private:
    void runTo(double end) {
        while (m_flockNow < end) {
            const bool isReached = m_step == m_wanted[0] || m_step == m_wanted[1];
            if (isReached && m_step > m_published) {
                if (m_ready.size() == 2) {
                    break;
                }
                m_ready.push_back(m_step);
                m_published = m_step;
            }
            if (m_step >= m_wanted[1]) {
                break;
            }
            const double cost = m_cost * (1.0 + m_jitter * m_varies(m_random));
            if (m_flockNow + cost > end) {
                break;  // it goes on with the rest in the next frame
            }
            m_flockNow += cost;
            m_busy += cost;
            ++m_step;
            ++m_steps;
        }
        // Idle, or in the middle of a step.
        if (m_step >= m_wanted[1] || m_ready.size() == 2) {
            m_flockNow = end;
        }
    }

    PlayClock m_clock;
    double m_cost;
    double m_jitter;
    std::mt19937 m_random{7};
    std::uniform_real_distribution<double> m_varies{-1.0, 1.0};
    double m_now = 100.0;
    double m_flockNow = 100.0;
    double m_busy = 0.0;
    double m_notedBusy = 0.0;
    std::uint64_t m_step = 0;
    std::uint64_t m_published = 0;
    std::uint64_t m_steps = 0;
    std::uint64_t m_noted = 0;
    std::uint64_t m_shown = 0;
    std::array<std::uint64_t, 2> m_wanted{};
    std::deque<std::uint64_t> m_ready;
};

double sum(const std::vector<double>& values) {
    double total = 0.0;
    for (const double value : values) {
        total += value;
    }
    return total;
}

}  // namespace

TEST_CASE("fast steps keep real time and advance the picture evenly", "[app][clock]") {
    for (const double rate : {30.0, 60.0, 100.0, 240.0, 960.0}) {
        CAPTURE(rate);
        Simulated flock(rate, 0.0002);
        flock.advances(60);
        const std::vector<double> moved = flock.advances(300);
        CHECK(sum(moved) == approx(5.0 * rate).epsilon(0.01));
        const auto [least, most] = std::ranges::minmax_element(moved);
        CHECK(*most - *least < 0.05 * rate / 60.0);
        CHECK(flock.clock().speed() == approx(1.0).epsilon(0.01));
    }
}

TEST_CASE("late steps advance the picture evenly, and the clock says by how much they are late",
          "[app][clock]") {
    for (const double cost : {0.015, 0.0165, 0.02, 0.033, 0.05, 0.1}) {
        CAPTURE(cost);
        Simulated flock(60.0, cost, 0.1);
        flock.advances(120);
        const std::vector<double> moved = flock.advances(600);
        const double mean = sum(moved) / 600.0;
        const double possible = std::min(1.0, 1.0 / 60.0 / cost);
        CHECK(mean > 0.94 * possible);
        CHECK(mean < 1.01 * possible);
        CHECK(flock.clock().speed() == approx(mean).epsilon(0.06));
        for (const double each : moved) {
            CHECK(std::abs(each - mean) < 0.15 * mean);
        }
    }
}

TEST_CASE("a flock whose steps become cheap keeps real time within a second or two", "[app][clock]") {
    Simulated flock(60.0, 0.05, 0.1);
    flock.advances(300);
    flock.setCost(0.0005);
    flock.advances(90);
    CHECK(sum(flock.advances(60)) == approx(60.0).epsilon(0.02));
    flock.setCost(0.05);
    flock.advances(60);
    CHECK(sum(flock.advances(120)) < 45.0);
    flock.clock().forgetCost();
    flock.setCost(0.0005);
    flock.advances(10);
    CHECK(sum(flock.advances(60)) == approx(60.0).epsilon(0.02));
}

TEST_CASE("frames of uneven length show time as it passes", "[app][clock]") {
    std::mt19937 random(3);
    std::uniform_real_distribution<double> length(0.012, 0.022);
    Simulated flock(60.0, 0.002);
    flock.advances(60);
    double seconds = 0.0;
    const double start = flock.clock().moment();
    for (int each = 0; each < 600; ++each) {
        const double frame = length(random);
        seconds += frame;
        flock.frame(frame);
    }
    CHECK(flock.clock().moment() - start == approx(60.0 * seconds).epsilon(0.03));
}

TEST_CASE("no time is owed after a stall", "[app][clock]") {
    Simulated flock(60.0, 0.001);
    flock.advances(60);
    flock.frame(20.0);
    const std::vector<double> moved = flock.advances(60);
    CHECK(sum(moved) < 60.0 + 60.0 * PlayClock::kMaxElapsed);
    CHECK(sum(flock.advances(60)) == approx(60.0).epsilon(0.02));
}

TEST_CASE("the time scale sets the pace, and zero stands still", "[app][clock]") {
    Simulated flock(60.0, 0.0005);
    flock.clock().setTimeScale(0.25);
    flock.advances(60);
    CHECK(sum(flock.advances(120)) == approx(30.0).epsilon(0.05));
    flock.clock().setTimeScale(16.0);
    flock.advances(60);
    CHECK(sum(flock.advances(120)) == approx(1920.0).epsilon(0.05));
    flock.clock().setTimeScale(0.0);
    CHECK(sum(flock.advances(60)) == 0.0);
    flock.clock().setTimeScale(99.0);
    CHECK(flock.clock().timeScale() == 16.0);
}

TEST_CASE("a pause runs on to the newest state and stays there; a single step shows the next",
          "[app][clock]") {
    Simulated flock(60.0, 0.05);
    flock.advances(60);
    flock.clock().setPaused(true);
    flock.advances(60);
    CHECK(flock.clock().isStill());
    const std::uint64_t step = flock.shown();
    CHECK(flock.clock().moment() == static_cast<double>(step));
    CHECK(flock.clock().alpha() == 1.0f);
    CHECK(sum(flock.advances(60)) == 0.0);
    flock.clock().stepOnce();
    flock.clock().stepOnce();
    CHECK_FALSE(flock.clock().isStill());
    flock.advances(60);
    CHECK(flock.shown() == step + 2);
    CHECK(flock.clock().moment() == static_cast<double>(step + 2));
    CHECK(flock.clock().isStill());
    flock.clock().setPaused(false);
    CHECK(sum(flock.advances(60)) > 10.0);
}

TEST_CASE("a take is shown to its very end, where it pauses", "[app][clock]") {
    Simulated flock(60.0, 0.001);
    flock.clock().endAt(100.25);
    flock.advances(200);
    CHECK(flock.clock().moment() == 100.25);
    CHECK(flock.shown() == 101);
    CHECK(flock.clock().isPaused());
    CHECK(flock.clock().isStill());
    flock.clock().stepOnce();  // there is no step beyond it
    flock.advances(10);
    CHECK(flock.shown() == 101);
    CHECK(flock.clock().isStill());
}

}  // namespace shoal::test
