#include "viewer/measures/measure_job.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <utility>

namespace shoal {

bool isQuick(const MeasureKind& kind) {
    constexpr std::array<std::string_view, 4> kQuick{"polarisation", "milling", "rotation", "speed"};
    return std::ranges::find(kQuick, kind.key) != kQuick.end();
}

MeasureSample sampleOf(MeasuredFlock& flock, std::span<const MeasureKind* const> kinds, double seconds) {
    MeasureSample sample{seconds, {}, {kinds.begin(), kinds.end()}};
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
    assert(!isBusy());
    const bool needsBefore =
        std::ranges::any_of(order.kinds, [](const MeasureKind* kind) { return !isQuick(*kind); });
    auto measure = [now = order.flock->now(),
                    before = needsBefore ? order.flock->before().velocity : Column3(),
                    sinceAlarm = needsBefore ? sinceAlarmOf({order.flock, 1}) : std::vector<double>(),
                    needsBefore, space = order.space, kinds = order.kinds, seconds = order.seconds] {
        MeasuredFlock flock(now, now.id.size(), space);
        if (needsBefore) {
            flock.setVelocityBefore(now, before);
            flock.setSinceAlarm(sinceAlarm);
        }
        return sampleOf(flock, kinds, seconds);
    };
    m_result = std::make_shared<std::optional<MeasureSample>>();
    if (m_background == nullptr) {
        *m_result = measure();
    } else {
        m_background->run(std::move(measure),
                          [result = m_result](MeasureSample sample) { *result = std::move(sample); });
    }
}

std::optional<MeasureSample> MeasureJob::take() {
    if (!m_result || !*m_result) {
        return std::nullopt;
    }
    return *std::exchange(m_result, nullptr);
}

}  // namespace shoal
