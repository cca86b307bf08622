#include "app/viewer/live_figures.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace shoal {

namespace {

constexpr double kInterval = 0.5;           // [s] figures that change faster cannot be read
constexpr std::size_t kMaxPairs = 1000000;  // about a millisecond of distances
constexpr std::size_t kMaxSample = 256;

double nearestOther(const FlockState& state, std::size_t count, std::size_t slot) {
    const Vec3f here = state.position.at(slot);
    float smallest = std::numeric_limits<float>::infinity();
    for (std::size_t other = 0; other < count; ++other) {
        if (other != slot) {
            smallest = std::min(smallest, lengthSq(state.position.at(other) - here));
        }
    }
    return std::sqrt(static_cast<double>(smallest));
}

/// The largest flock, which the figures of motion describe.
const Flock* largestFlock(const Simulation& simulation) {
    const auto flocks = simulation.flocks();
    const auto largest = std::max_element(
        flocks.begin(), flocks.end(), [](const Flock& a, const Flock& b) { return a.count() < b.count(); });
    return largest == flocks.end() ? nullptr : &*largest;
}

std::optional<float> bestFound(const Simulation& simulation) {
    for (std::size_t index = 0; index < simulation.flocks().size(); ++index) {
        if (const auto best = simulation.best(index)) {
            return best->found.value;
        }
    }
    return std::nullopt;
}

}  // namespace

double sampledSpacing(const Simulation& simulation) {
    const Flock* flock = largestFlock(simulation);
    if (flock == nullptr || flock->count() < 2) {
        return 0.0;
    }
    const std::size_t count = flock->count();
    const std::size_t sample = std::clamp<std::size_t>(kMaxPairs / count, 1, std::min(kMaxSample, count));
    double sum = 0.0;
    for (std::size_t each = 0; each < sample; ++each) {
        sum += nearestOther(flock->now(), count, each * count / sample);
    }
    return sum / static_cast<double>(sample);
}

void LiveFigures::noteStep(const StepProfile& profile) {
    m_stepSum.sort += profile.sort;
    m_stepSum.steer += profile.steer;
    m_stepSum.integrate += profile.integrate;
    ++m_steps;
}

void LiveFigures::noteFrame(double drawSeconds) {
    m_drawSum += drawSeconds;
    ++m_frames;
}

void LiveFigures::update(const Simulation& simulation, double now) {
    if (m_since < 0.0) {
        m_since = now;
        measureNow(simulation);
        return;
    }
    if (now - m_since >= kInterval) {
        publish(simulation, now - m_since);
        m_since = now;
    }
}

void LiveFigures::publish(const Simulation& simulation, double elapsed) {
    m_figures.framesPerSecond = static_cast<float>(static_cast<double>(m_frames) / elapsed);
    if (m_frames > 0) {
        m_figures.drawSeconds = static_cast<float>(m_drawSum / static_cast<double>(m_frames));
    }
    if (m_steps > 0) {
        const auto steps = static_cast<double>(m_steps);
        m_figures.step = {m_stepSum.sort / steps, m_stepSum.steer / steps, m_stepSum.integrate / steps};
        m_figures.stepHistory.add(static_cast<float>(m_figures.step.total() * 1e3));
    }
    const double simulated = simulation.scene().time.realSeconds(static_cast<double>(m_steps));
    m_figures.realTime = m_dropped > 0.0 ? static_cast<float>(simulated / (simulated + m_dropped)) : 1.0f;
    measureNow(simulation);
    m_figures.polarisationHistory.add(m_figures.polarisation);
    m_figures.millingHistory.add(m_figures.milling);
    m_stepSum = {};
    m_drawSum = 0.0;
    m_dropped = 0.0;
    m_steps = 0;
    m_frames = 0;
}

void LiveFigures::measureNow(const Simulation& simulation) {
    const Flock* flock = largestFlock(simulation);
    if (flock == nullptr) {
        return;
    }
    const Measures measures = measureMotion(flock->now(), flock->count());
    m_figures.polarisation = static_cast<float>(measures.polarisation);
    m_figures.milling = static_cast<float>(measures.milling);
    m_figures.spacing = static_cast<float>(sampledSpacing(simulation));
    m_figures.bestValue = bestFound(simulation);
}

void LiveFigures::restart() {
    *this = LiveFigures();
}

}  // namespace shoal
