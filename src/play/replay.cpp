#include "play/replay.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace shoal {

namespace {

/// The earliest moment to scrub to; for a still, its very first step.
Moment firstMoment(const Take& take) {
    return take.isStill() ? Moment{take.firstStep(), 1.0f} : take.from;
}

}  // namespace

void Replay::begin(const Take& take) {
    m_isCameraPlayed = true;
    m_sought = take.from;
    m_progress.reset();
}

void Replay::beginHere() {
    m_isCameraPlayed = false;
    m_sought.reset();
    m_progress.reset();
}

void Replay::seek(const Take& take, double steps) {
    const double first = firstMoment(take).steps();
    const double kept = std::clamp(steps, first, take.to.steps());
    // Stop at whole steps in between; the ends are exact.
    m_sought = kept >= take.to.steps() ? take.to
               : kept <= first         ? firstMoment(take)
                                       : Moment{static_cast<std::uint64_t>(std::ceil(kept)), 1.0f};
    m_progress.reset();
}

std::optional<CameraPose> Replay::pose(const Take& take, const Moment& moment) const {
    if (!m_isCameraPlayed || take.camera.isEmpty()) {
        return std::nullopt;
    }
    return take.camera.at(moment.steps());
}

TimelineInput Replay::timeline(const Instant& shown, const Moment& moment, bool isPaused) const {
    const Take& take = *shown.playing;
    const TimeSettings& time = take.scene.time;
    std::vector<double> edits;
    for (const Take::Made& made : take.edits) {
        edits.push_back(time.realSeconds(static_cast<double>(made.step)));
    }
    const auto progress = static_cast<double>(m_progress.value_or(shown.stepCount()));
    return {.from = time.realSeconds(firstMoment(take).steps()),
            .to = time.realSeconds(take.to.steps()),
            .now = time.realSeconds(m_sought.value_or(moment).steps()),
            .isPaused = isPaused,
            .hasCamera = !take.camera.isEmpty(),
            .isCameraPlayed = m_isCameraPlayed,
            .edits = std::move(edits),
            .seekingAt = m_sought ? std::optional(time.realSeconds(progress)) : std::nullopt};
}

}  // namespace shoal
