#include "app/study/measure_job.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <chrono>
#include <cmath>
#include <utility>

namespace shoal {

bool isQuick(const MeasureKind& kind) {
    constexpr std::array<std::string_view, 4> kQuick{"polarisation", "milling", "rotation", "speed"};
    return std::ranges::find(kQuick, kind.key) != kQuick.end();
}

MeasureSample sampleOf(MeasuredFlock& flock, std::span<const MeasureKind* const> kinds, double seconds) {
    MeasureSample sample{seconds, {}};
    for (const MeasureKind& kind : measureKinds()) {
        std::vector<double> values(kind.columns.size(), std::nan(""));
        if (std::ranges::find(kinds, &kind) != kinds.end()) {
            kind.compute(flock, values);
        }
        sample.values.insert(sample.values.end(), values.begin(), values.end());
    }
    return sample;
}

void MeasureJob::start(const Order& order) {
    assert(!isBusy() && "the thread still reads the copy");
    m_isDropped = false;
    if (order.flock->count() < m_state.id.size() / 4) {
        // An assignment would keep a large flock's memory.
        m_state = {};
        m_velocityBefore = {};
    }
    m_state = order.flock->now();
    const bool needsBefore =
        std::ranges::any_of(order.kinds, [](const MeasureKind* kind) { return !isQuick(*kind); });
    if (needsBefore) {
        m_velocityBefore = order.flock->before().velocity;
    }
    m_running =
        std::async(std::launch::async, [this, needsBefore, count = order.flock->count(), space = order.space,
                                        kinds = order.kinds, seconds = order.seconds] {
            MeasuredFlock flock(m_state, count, space);
            if (needsBefore) {
                flock.setVelocityBefore(m_state, m_velocityBefore);
            }
            return sampleOf(flock, kinds, seconds);
        });
}

std::optional<MeasureSample> MeasureJob::take(bool waits) {
    using namespace std::chrono_literals;
    if (!isBusy() || (!waits && m_running.wait_for(0s) != std::future_status::ready)) {
        return std::nullopt;
    }
    MeasureSample sample = m_running.get();
    return std::exchange(m_isDropped, false) ? std::nullopt : std::optional(std::move(sample));
}

}  // namespace shoal
