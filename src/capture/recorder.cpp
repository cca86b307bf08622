#include "capture/recorder.hpp"

#include <cassert>

namespace shoal {

Recorder::Recorder(int framesPerSecond, int stepsPerSecond)
    : m_framesPerSecond(framesPerSecond), m_stepsPerSecond(stepsPerSecond) {
    assert(framesPerSecond >= 1 && stepsPerSecond >= 1 && "a recording needs frames and steps");
}

Recorder::Due Recorder::next() {
    // Frame f lies at f · S / F steps: `whole` of them and a part of the next.
    const long long scaled = m_frame * m_stepsPerSecond;
    const long long whole = scaled / m_framesPerSecond;
    const long long part = scaled % m_framesPerSecond;
    const long long needed = part == 0 ? whole : whole + 1;
    const Due due{
        .steps = static_cast<int>(needed - m_stepsDone),
        .alpha = part == 0 ? 1.0f : static_cast<float>(part) / static_cast<float>(m_framesPerSecond),
        .seconds = static_cast<double>(m_frame) / static_cast<double>(m_framesPerSecond),
    };
    m_stepsDone = needed;
    ++m_frame;
    return due;
}

}  // namespace shoal
