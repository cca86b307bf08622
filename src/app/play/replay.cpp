#include "app/play/replay.hpp"

#include <algorithm>
#include <cmath>

#include "app/play/step_budget.hpp"
#include "app/window/window.hpp"

namespace shoal {

namespace {

// Max steps in one frame, however fast they are.
constexpr std::uint64_t kMaxAtOnce = 1 << 16;

// Factor on a frame's stepping time while it is far from the scrub target.
constexpr double kFarFactor = 4.0;

/// The earliest moment to scrub to; for a still, its very first step.
Moment firstMoment(const Take& take) {
    return take.isStill() ? Moment{take.firstStep(), 1.0f} : take.from;
}

}  // namespace

void Replay::begin(const Take& take, StepClock& clock) {
    m_isCameraPlayed = true;
    m_sought = take.from;
    clock.restart();
    clock.setPaused(take.isStill());
}

float Replay::run(Session& session, StepClock& clock, double now, double seconds,
                  const std::function<void()>& stepped) {
    const StepClock::Due due = clock.advance(now);
    const Take& take = *session.playing();
    const auto stepTowards = [&](std::uint64_t last) {
        const std::uint64_t left = last - std::min(last, session.simulation().stepCount());
        const auto most = static_cast<int>(std::min<std::uint64_t>(left, kMaxAtOnce));
        const double start = Window::now();
        const int done = stepWithin(seconds, most, Window::now, [&] {
            session.stepOnce();
            if (!m_sought) {
                stepped();
            }
        });
        clock.noteCost(done, Window::now() - start);
        return session.simulation().stepCount() >= last;
    };
    if (m_sought) {
        session.jumpTowards(m_sought->step);
        m_alpha = m_sought->alpha;
        // Far from the target, drawing matters little; the window only has to respond occasionally.
        const std::uint64_t left = m_sought->step - session.simulation().stepCount();
        seconds *= left > 2 * static_cast<std::uint64_t>(session.stepsPerSecond()) ? kFarFactor : 1.0;
        if (stepTowards(m_sought->step)) {
            m_sought.reset();
        }
    } else if (due.steps > 0 || !clock.isPaused()) {
        const std::uint64_t last = session.simulation().stepCount() + static_cast<std::uint64_t>(due.steps);
        m_alpha = clock.isPaused() ? 1.0f : due.alpha;
        if (stepTowards(std::min(last, take.to.step)) && session.simulation().stepCount() >= take.to.step) {
            m_alpha = take.to.alpha;
            clock.setPaused(true);
        }
    }
    return m_alpha;
}

void Replay::seek(const Take& take, double steps) {
    const double first = firstMoment(take).steps();
    const double kept = std::clamp(steps, first, take.to.steps());
    // Stop at whole steps in between; the ends are exact.
    m_sought = kept >= take.to.steps() ? take.to
               : kept <= first         ? firstMoment(take)
                                       : Moment{static_cast<std::uint64_t>(std::ceil(kept)), 1.0f};
}

std::optional<CameraPose> Replay::pose(const Session& session, float alpha) const {
    const Take* take = session.playing();
    if (take == nullptr || !m_isCameraPlayed || take->camera.isEmpty()) {
        return std::nullopt;
    }
    return take->camera.at(Moment{session.simulation().stepCount(), alpha}.steps());
}

TimelineInput Replay::timeline(const Session& session, float alpha, bool isPaused) const {
    const Take& take = *session.playing();
    const Moment shown = m_sought.value_or(Moment{session.simulation().stepCount(), alpha});
    std::optional<double> seekingAt;
    if (m_sought) {
        seekingAt = session.realSeconds();
    }
    const TimeSettings& time = take.scene.time;
    return {.from = time.realSeconds(firstMoment(take).steps()),
            .to = time.realSeconds(take.to.steps()),
            .now = time.realSeconds(shown.steps()),
            .isPaused = isPaused,
            .hasCamera = !take.camera.isEmpty(),
            .isCameraPlayed = m_isCameraPlayed,
            .seekingAt = seekingAt};
}

}  // namespace shoal
