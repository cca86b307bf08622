#include "play/session/trail.hpp"

#include <algorithm>
#include <cmath>

namespace shoal {

namespace {

constexpr double kSampleSeconds = 0.05;  // [s] of real time from place to place

std::uint64_t stepsPerSample(const Scene& scene) {
    return static_cast<std::uint64_t>(
        std::max(1L, std::lround(kSampleSeconds * static_cast<double>(scene.time.stepsPerSecond()))));
}

}  // namespace

Trail::Choice::Choice(const StateView& state) {
    std::size_t total = 0;
    for (const Flock& flock : state.flocks()) {
        counts.push_back(flock.count());
        total += flock.count();
    }
    stride = std::max<std::size_t>(1, (total + kMaxBoids - 1) / kMaxBoids);
    firsts.push_back(0);
    for (const std::size_t count : counts) {
        firsts.push_back(firsts.back() + (count + stride - 1) / stride);
    }
}

double Trail::steps(const Scene& scene) {
    return static_cast<double>(scene.look.trail) * scene.time.stepsPerSecond();
}

void Trail::step(const StateView& state) {
    const double steps = Trail::steps(state.scene());
    if (!(steps > 0.0)) {
        m_samples.clear();
        return;
    }
    const std::uint64_t step = state.stepCount();
    Choice choice(state);
    if (m_step + 1 != step || m_choice != choice) {
        m_samples.clear();
        m_choice = std::move(choice);
    }
    m_step = step;
    const std::uint64_t interval = stepsPerSample(state.scene());
    if (step % interval != 0) {
        return;
    }
    // Keep one sample more than the trail's length: its end lies between two samples.
    while (!m_samples.empty() && static_cast<double>(step - m_samples.front()->step) >
                                     steps + static_cast<double>(interval) + 1.0) {
        m_samples.pop_front();
    }
    Sample sample{step, std::vector<Vec3f>(m_choice.firsts.back())};
    for (std::size_t species = 0; species < state.flocks().size(); ++species) {
        const Flock& flock = state.flocks()[species];
        for (std::size_t slot = 0; slot < flock.count(); ++slot) {
            const std::uint32_t id = flock.now().id[slot];
            if (id % m_choice.stride == 0) {
                sample.places[m_choice.firsts[species] + id / m_choice.stride] =
                    flock.now().position.at(slot);
            }
        }
    }
    m_samples.push_back(std::make_shared<const Sample>(std::move(sample)));
}

std::deque<std::shared_ptr<const Trail::Sample>> Trail::samplesFor(const StateView& state) const {
    if (m_step != state.stepCount() || m_choice != Choice(state)) {
        return {};
    }
    return m_samples;
}

}  // namespace shoal
