#include "ui/measures/measure_history.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

namespace shoal {

namespace {

constexpr double kSameDrag = 1.0;    // [s] longest pause within one drag
constexpr double kBeforeDrag = 2.0;  // [s] averaged: long enough to even out a flock's quick changes

}  // namespace

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
    std::erase_if(m_marks, [&](const Mark& mark) { return mark.end < oldest; });
}

void MeasureHistory::noteEdits(std::span<const std::string> keys, double seconds) {
    if (keys.empty()) {
        return;
    }
    const auto isIn = [](const std::vector<std::string>& list, const std::string& key) {
        return std::ranges::find(list, key) != list.end();
    };
    const bool goesOn =
        !m_marks.empty() && !m_marks.back().isOver && seconds - m_marks.back().end < kSameDrag &&
        std::ranges::any_of(keys, [&](const std::string& key) { return isIn(m_marks.back().keys, key); });
    if (!goesOn) {
        m_marks.push_back(
            {.keys = {}, .begin = seconds, .end = seconds, .before = meanSince(seconds - kBeforeDrag)});
    }
    Mark& mark = m_marks.back();
    mark.end = seconds;
    for (const std::string& key : keys) {
        if (!isIn(mark.keys, key)) {
            mark.keys.push_back(key);
        }
    }
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
    for (const Mark& mark : whole.m_marks) {
        if (mark.begin < seconds) {
            m_marks.push_back(mark);
            m_marks.back().end = std::min(mark.end, seconds);
            m_marks.back().isOver = true;  // an edit after the cut is another
        }
    }
}

MeasureSample MeasureHistory::meanSince(double seconds) const {
    MeasureSample mean{seconds, m_latest.values};
    for (std::size_t column = 0; column < mean.values.size(); ++column) {
        float sum = 0.0f;
        int count = 0;
        for (const MeasureSample& sample : m_samples) {
            const auto value = sample.seconds >= seconds ? sample.of(column) : std::nullopt;
            sum += value.value_or(0.0f);
            count += value ? 1 : 0;
        }
        if (count > 0) {
            mean.values[column] = sum / static_cast<float>(count);
        }
    }
    return mean;
}

}  // namespace shoal
