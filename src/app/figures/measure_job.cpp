#include "app/figures/measure_job.hpp"

#include <cassert>
#include <chrono>
#include <utility>

namespace shoal {

void MeasureJob::start(const Order& order) {
    assert(!isBusy() && "the thread still reads the copy");
    m_isDropped = false;
    m_state = order.flock->now();
    m_running = std::async(std::launch::async, [this, count = order.flock->count(), space = order.space,
                                                isWhole = order.isWhole, seconds = order.seconds] {
        return Result{isWhole ? measure(m_state, count, space) : measureMotion(m_state, count, space),
                      isWhole, seconds};
    });
}

std::optional<MeasureJob::Result> MeasureJob::take(bool waits) {
    using namespace std::chrono_literals;
    if (!isBusy() || (!waits && m_running.wait_for(0s) != std::future_status::ready)) {
        return std::nullopt;
    }
    const Result result = m_running.get();
    return std::exchange(m_isDropped, false) ? std::nullopt : std::optional(result);
}

}  // namespace shoal
