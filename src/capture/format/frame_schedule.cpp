#include "capture/format/frame_schedule.hpp"

#include <cassert>
#include <utility>

namespace shoal {

FrameSchedule::FrameSchedule(FrameRate rate, Shutter shutter, int stepsPerSecond)
    : m_rate(rate), m_shutter(shutter), m_stepsPerSecond(stepsPerSecond) {
    assert(rate.pictures >= 1 && rate.seconds >= 1 && stepsPerSecond >= 1 &&
           "a recording needs frames and steps");
    assert(shutter.degrees >= 0 && shutter.degrees <= 360 && shutter.exposures >= 1 && "invalid shutter");
}

FrameSchedule::Due FrameSchedule::next() {
    // Exposure e of frame f is (f + e / E · D / 360) / F seconds from the start; all over one denominator.
    constexpr long long kFullTurn = 360;
    const long long frame = m_exposure / m_shutter.exposures;
    const long long within = m_exposure % m_shutter.exposures;
    const long long parts = kFullTurn * m_shutter.exposures;
    const long long time = (frame * parts + within * m_shutter.degrees) * m_rate.seconds;
    const long long second = parts * m_rate.pictures;
    // Whole steps from the start, and a fraction of the next.
    const long long whole = time * m_stepsPerSecond / second;
    const long long part = time * m_stepsPerSecond % second;
    const long long needed = part == 0 ? whole : whole + 1;
    const double seconds = static_cast<double>(time) / static_cast<double>(second);
    const Due due{
        .steps = static_cast<int>(needed - m_stepsDone),
        .alpha =
            part == 0 ? 1.0f : static_cast<float>(static_cast<double>(part) / static_cast<double>(second)),
        .seconds = seconds,
        .elapsed = seconds - std::exchange(m_seconds, seconds),
    };
    m_stepsDone = needed;
    ++m_exposure;
    return due;
}

}  // namespace shoal
