#include "viewer/stage/picture_scale.hpp"

#include <algorithm>

namespace shoal {
namespace {

constexpr int kMeanFrames = 8;
// Frames at a step are judged after this long [s]: a few quick ones, or a single slow one.
constexpr double kJudged = 0.3;
// Frames that are fast enough are judged after this many, too: they may take a millisecond each.
constexpr int kJudgedFrames = 30;
// A picture gets better only if it is then expected to take at most this part of kSlow; else it would soon
// shrink again.
constexpr double kRoom = 0.8;

}  // namespace

void PictureScale::turnOn(bool isOn) {
    m_isOn = isOn;
    if (!isOn) {
        choose(0);
    }
}

void PictureScale::choose(std::size_t index) {
    m_index = index;
    m_mean = 0.0;
    m_frames = 0;
    m_spent = 0.0;
}

void PictureScale::letLower(bool may) {
    if (may != m_mayLower) {
        m_mayLower = may;
        choose(0);
    }
}

double PictureScale::costOf(std::size_t index) const {
    const Step& step = kSteps[index];
    return m_mayLower ? step.cost : static_cast<double>(step.scale * step.scale);
}

/// Returns the best step whose frames are expected to take at most this long [s]; the cheapest if none.
std::size_t PictureScale::bestBelow(double seconds) const {
    std::size_t best = 0;
    while (best + 1 < kSteps.size() &&
           (!isUsable(best) || m_mean * costOf(best) / costOf(m_index) > seconds)) {
        ++best;
    }
    return best;
}

void PictureScale::note(double seconds) {
    if (!m_isOn) {
        return;
    }
    // The first frame at a step makes its buffers.
    if (++m_frames == 1) {
        return;
    }
    m_spent += seconds;
    m_mean += (seconds - m_mean) / std::min(m_frames - 1, kMeanFrames);
    if (m_spent < kJudged && m_frames <= kJudgedFrames) {
        return;
    }
    if (m_mean > kSlow && m_index + 1 < kSteps.size()) {
        choose(std::max(bestBelow(kSlow), m_index + (isUsable(m_index + 1) ? 1 : 2)));
    } else if (const std::size_t best = bestBelow(kRoom * kSlow); best < m_index) {
        choose(best);
    }
}

}  // namespace shoal
