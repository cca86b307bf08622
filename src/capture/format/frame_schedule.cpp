#include "capture/format/frame_schedule.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

namespace shoal {

FrameSchedule::FrameSchedule(FrameRate rate, Shutter shutter, int stepsPerSecond)
    : m_rate(rate), m_shutter(shutter), m_stepsPerSecond(stepsPerSecond) {
    assert(rate.pictures >= 1 && rate.seconds >= 1 && stepsPerSecond >= 1 &&
           "a recording needs frames and steps");
    assert(shutter.degrees >= 0 && shutter.degrees <= 360 && shutter.exposures >= 1 && "invalid shutter");
}

FrameSchedule::FrameSchedule(FrameRate rate, Shutter shutter, std::function<double(double)> stepsAt)
    : FrameSchedule(rate, shutter, 1) {
    m_stepsAt = std::move(stepsAt);
}

FrameSchedule::Due FrameSchedule::next() {
    // Exposure e of frame f is (f + e / E · D / 360) / F seconds from the start; all over one denominator.
    constexpr long long kFullTurn = 360;
    const long long frame = m_exposure / m_shutter.exposures;
    const long long within = m_exposure % m_shutter.exposures;
    const long long parts = kFullTurn * m_shutter.exposures;
    const long long time = (frame * parts + within * m_shutter.degrees) * m_rate.seconds;
    const long long second = parts * m_rate.pictures;
    const double seconds = static_cast<double>(time) / static_cast<double>(second);
    // Whole steps from the start, and a fraction of the next.
    long long whole = time * m_stepsPerSecond / second;
    double part = static_cast<double>(time * m_stepsPerSecond % second) / static_cast<double>(second);
    if (m_stepsAt) {
        constexpr double kRounding = 1e-6;  // [steps]
        const double steps = m_stepsAt(seconds);
        whole = std::max(m_stepsDone - 1, static_cast<long long>(std::floor(steps + kRounding)));
        part = steps - static_cast<double>(whole) < kRounding ? 0.0 : steps - static_cast<double>(whole);
    }
    const long long needed = part == 0.0 ? whole : whole + 1;
    const Due due{
        .steps = static_cast<int>(needed - m_stepsDone),
        .alpha = part == 0.0 ? 1.0f : static_cast<float>(part),
        .seconds = seconds,
        .elapsed = seconds - std::exchange(m_seconds, seconds),
    };
    m_stepsDone = needed;
    ++m_exposure;
    return due;
}

}  // namespace shoal
