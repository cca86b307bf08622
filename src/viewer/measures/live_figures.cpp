#include "viewer/measures/live_figures.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace shoal {

namespace {

constexpr double kInterval = 0.5;  // [s] figures that change faster are illegible

// Minimum interval [s] of play between two samples, and its increase per boid, so that measuring uses less
// than a tenth of a core. Based on play and boids, not on measured time, so that a film's samples are the
// same everywhere.
constexpr double kMotionInterval = 0.1;
constexpr double kMotionPerBoid = 1e-6;
constexpr double kWholeInterval = 0.5;
constexpr double kWholePerBoid = 2e-5;

/// Index of the largest species, which the measures describe; the number of species if there is none.
std::size_t largestSpecies(const StateView& state) {
    const auto flocks = state.flocks();
    return static_cast<std::size_t>(std::ranges::max_element(flocks, {}, &Flock::count) - flocks.begin());
}

/// Time of play since step 0 [s].
double playedSeconds(const StateView& state) {
    return state.scene().time.realSeconds(static_cast<double>(state.stepCount()));
}

std::optional<float> bestFound(const StateView& state) {
    for (std::size_t index = 0; index < state.flocks().size(); ++index) {
        if (const auto best = state.best(index)) {
            return best->found.value;
        }
    }
    return std::nullopt;
}

}  // namespace

void LiveFigures::noteSteps(std::uint64_t steps, const StepProfile& profile) {
    m_stepSum.sort += profile.sort;
    m_stepSum.steer += profile.steer;
    m_stepSum.integrate += profile.integrate;
    m_steps += steps;
}

void LiveFigures::noteFrame(double drawing, double sending, const std::vector<PassTime>& passes) {
    m_costSum.drawing += drawing;
    m_costSum.sending += sending;
    ++m_frames;
    m_costSum.card = 0.0;
    m_costSum.passes.clear();
    for (const PassTime& pass : passes) {
        m_costSum.card += pass.seconds;
        m_costSum.passes.emplace_back(pass.name, pass.seconds);
    }
}

void LiveFigures::update(const StateView& state, double now) {
    measure(state);
    if (m_since < 0.0) {
        m_since = now;
        showMeasures(state);
        return;
    }
    if (now - m_since >= kInterval) {
        publish(state, now - m_since);
        m_since = now;
    }
}

void LiveFigures::want(const std::vector<const MeasureKind*>& kinds) {
    std::vector<const MeasureKind*> wanted = usualKinds();
    for (const MeasureKind* kind : kinds) {
        if (std::ranges::find(wanted, kind) == wanted.end()) {
            wanted.push_back(kind);
        }
    }
    if (std::ranges::any_of(wanted, [this](const MeasureKind* kind) {
            return std::ranges::find(m_kinds, kind) == m_kinds.end();
        })) {
        m_motionDue = m_wholeDue = 0.0;  // at once, even in a flock that stands still
    }
    m_kinds = std::move(wanted);
}

void LiveFigures::publish(const StateView& state, double elapsed) {
    m_figures.framesPerSecond = static_cast<float>(static_cast<double>(m_frames) / elapsed);
    if (m_frames > 0) {
        const auto frames = static_cast<double>(m_frames);
        m_figures.cost.drawing = m_costSum.drawing / frames;
        m_figures.cost.sending = m_costSum.sending / frames;
    }
    m_figures.cost.card = m_costSum.card;
    m_figures.cost.passes = m_costSum.passes;
    if (m_steps > 0) {
        const auto steps = static_cast<double>(m_steps);
        m_figures.step = {m_stepSum.sort / steps, m_stepSum.steer / steps, m_stepSum.integrate / steps};
    }
    m_figures.realTime = m_speeds > 0 ? static_cast<float>(m_speedSum / static_cast<double>(m_speeds)) : 1.0f;
    showMeasures(state);
    forgetTimes();
}

void LiveFigures::skipTime(double now) {
    m_since = now;
    forgetTimes();
}

void LiveFigures::forgetTimes() {
    m_stepSum = {};
    m_costSum = {};
    m_speedSum = 0.0;
    m_steps = m_frames = m_speeds = 0;
}

void LiveFigures::showMeasures(const StateView& state) {
    m_figures.measures = m_figures.history.latest();
    m_figures.bestValue = bestFound(state);
}

/// Measures the flock if it is time to.
void LiveFigures::measure(const StateView& state) {
    const double played = playedSeconds(state);
    if (played < m_played) {  // a take was scrubbed back
        m_job.drop();
        m_motionDue = m_wholeDue = 0.0;
        m_figures.history.cutAt(played);
    }
    m_played = played;
    collect();
    const std::size_t index = largestSpecies(state);
    if (index == state.flocks().size()) {
        return;
    }
    const MeasureSpace space = measureSpace(state.scene(), index);
    if (std::exchange(m_space, space) != space) {
        m_motionDue = m_wholeDue = 0.0;  // an edit of a distance shows at once, even while paused
    }
    if (m_job.isBusy() || played < m_motionDue) {
        return;
    }
    const Flock& flock = state.flocks()[index];
    const auto boids = static_cast<double>(flock.count());
    const bool isWhole = played >= m_wholeDue;
    m_motionDue = played + std::max(kMotionInterval, boids * kMotionPerBoid);
    if (isWhole) {
        m_wholeDue = played + std::max(kWholeInterval, boids * kWholePerBoid);
    }
    MeasureJob::Order order{&flock, space, m_kinds, played};
    if (!isWhole) {
        std::erase_if(order.kinds, [](const MeasureKind* kind) { return !isQuick(*kind); });
    }
    m_job.start(order);
    collect();
}

void LiveFigures::collect() {
    if (const auto sample = m_job.take()) {
        m_figures.history.add(*sample);
    }
}

void LiveFigures::forgetMeasures() {
    m_job.drop();
    m_motionDue = m_wholeDue = m_played = 0.0;
    m_figures.measures = {};
    m_figures.history.clear();
}

void LiveFigures::restart() {
    forgetMeasures();
    m_figures = {};
    forgetTimes();
    m_since = -1.0;
}

}  // namespace shoal
