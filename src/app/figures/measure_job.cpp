#include "app/figures/measure_job.hpp"

#include <cassert>
#include <chrono>
#include <utility>

#include "sim/measures/measured_flock.hpp"
#include "sim/measures/measured_run.hpp"

namespace shoal {

void MeasureJob::start(const Order& order) {
    assert(!isBusy() && "the thread still reads the copy");
    m_isDropped = false;
    if (order.flock->count() < m_state.id.size() / 4) {
        // An assignment would keep a large flock's memory.
        m_state = {};
        m_velocityBefore = {};
    }
    m_state = order.flock->now();
    if (order.isEverything) {
        m_velocityBefore = order.flock->before().velocity;
    }
    m_running = std::async(
        std::launch::async, [this, count = order.flock->count(), space = order.space, isWhole = order.isWhole,
                             isEverything = order.isEverything, seconds = order.seconds] {
            std::vector<double> all;
            if (isEverything) {
                MeasuredFlock flock(m_state, count, space);
                flock.setVelocityBefore(m_state, m_velocityBefore);
                all = allValues(flock);
            }
            return Result{isWhole ? measure(m_state, count, space) : measureMotion(m_state, count, space),
                          std::move(all), isWhole, seconds};
        });
}

std::optional<MeasureJob::Result> MeasureJob::take(bool waits) {
    using namespace std::chrono_literals;
    if (!isBusy() || (!waits && m_running.wait_for(0s) != std::future_status::ready)) {
        return std::nullopt;
    }
    Result result = m_running.get();
    return std::exchange(m_isDropped, false) ? std::nullopt : std::optional(std::move(result));
}

}  // namespace shoal
