#include "viewer/stage/picture_scale.hpp"

#include <algorithm>

namespace shoal {
namespace {

constexpr int kMeanFrames = 8;
constexpr int kFramesToGrow = 60;
// A picture gets better only if it is then expected to take at most this part of kSlow; else it would soon
// shrink again.
constexpr double kRoom = 0.8;
constexpr double kStall = 0.5;  // [s] a longer frame waited for something else, such as a shader

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

void PictureScale::note(double seconds) {
    if (!m_isOn || !(seconds < kStall)) {
        return;
    }
    ++m_frames;
    m_mean += (seconds - m_mean) / std::min(m_frames, kMeanFrames);
    if (m_frames >= kMeanFrames && m_mean > kSlow && cheaper() < kSteps.size()) {
        choose(cheaper());
    } else if (m_frames >= kFramesToGrow && m_index > 0 &&
               m_mean * costOf(better()) / costOf(m_index) < kRoom * kSlow) {
        choose(better());
    }
}

}  // namespace shoal
