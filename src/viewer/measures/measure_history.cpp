#include "viewer/measures/measure_history.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

namespace shoal {

std::size_t columnOf(std::string_view key) {
    const auto columns = measureColumns();
    const auto found = std::ranges::find(columns, key, &MeasureColumn::key);
    assert(found != columns.end() && "no measure has this column");
    return static_cast<std::size_t>(found - columns.begin());
}

std::vector<const MeasureKind*> kindsOf(std::span<const std::string> columns) {
    std::vector<const MeasureKind*> kinds;
    for (const MeasureKind& kind : measureKinds()) {
        if (std::ranges::any_of(kind.columns, [&](const MeasureColumn& column) {
                return std::ranges::find(columns, column.key) != columns.end();
            })) {
            kinds.push_back(&kind);
        }
    }
    return kinds;
}

std::vector<const MeasureKind*> usualKinds() {
    std::vector<std::string> columns(kUsualPlots.begin(), kUsualPlots.end());
    columns.emplace_back("rotation");
    return kindsOf(columns);
}

std::optional<float> MeasureSample::of(std::size_t column) const {
    return column < values.size() && !std::isnan(values[column]) ? std::optional(values[column])
                                                                 : std::nullopt;
}

void MeasureSample::put(std::string_view key, float value) {
    values.resize(measureColumns().size(), std::nanf(""));
    values[columnOf(key)] = value;
}

void MeasureHistory::add(const MeasureSample& sample) {
    m_samples.push_back(sample);
    m_latest.seconds = sample.seconds;
    m_latest.values.resize(measureColumns().size(), std::nanf(""));
    for (std::size_t column = 0; column < sample.values.size(); ++column) {
        m_latest.values[column] = sample.of(column).value_or(m_latest.values[column]);
    }
    const double oldest = sample.seconds - kSpan;
    std::erase_if(m_samples, [&](const MeasureSample& old) { return old.seconds < oldest; });
}

void MeasureHistory::clear() {
    *this = MeasureHistory();
}

void MeasureHistory::cutAt(double seconds) {
    const MeasureHistory whole = std::exchange(*this, MeasureHistory());
    for (const MeasureSample& sample : whole.m_samples) {
        if (sample.seconds < seconds) {
            add(sample);
        }
    }
}

}  // namespace shoal
