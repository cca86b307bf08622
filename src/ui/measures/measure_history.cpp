#include "ui/measures/measure_history.hpp"

#include <algorithm>

namespace shoal {

namespace {

constexpr double kSameDrag = 1.0;    // [s] longest pause within one drag
constexpr double kBeforeDrag = 2.0;  // [s] averaged: long enough to even out a flock's quick changes

}  // namespace

void MeasureHistory::add(const MeasureSample& sample) {
    m_samples.push_back(sample);
    m_latest.seconds = sample.seconds;
    for (std::size_t index = 0; index < kSampledCount; ++index) {
        if (sample.values[index]) {
            m_latest.values[index] = sample.values[index];
        }
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
    // A named mark continues until endMark(); a drag continues until it pauses.
    const bool goesOn =
        !m_marks.empty() && !m_marks.back().isOver &&
        (!m_marks.back().name.empty() ||
         (seconds - m_marks.back().end < kSameDrag &&
          std::ranges::any_of(keys, [&](const std::string& key) { return isIn(m_marks.back().keys, key); })));
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

void MeasureHistory::beginMark(std::span<const std::string> keys, double seconds, const std::string& name) {
    m_marks.push_back({.keys = {keys.begin(), keys.end()},
                       .begin = seconds,
                       .end = seconds,
                       .before = meanSince(seconds - kBeforeDrag),
                       .name = name});
}

void MeasureHistory::endMark(double seconds) {
    if (!m_marks.empty() && !m_marks.back().name.empty()) {
        m_marks.back().end = seconds;
        m_marks.back().isOver = true;
    }
}

void MeasureHistory::clear() {
    *this = MeasureHistory();
}

MeasureSample MeasureHistory::meanSince(double seconds) const {
    MeasureSample mean{seconds, {}};
    for (std::size_t index = 0; index < kSampledCount; ++index) {
        float sum = 0.0f;
        int count = 0;
        for (const MeasureSample& sample : m_samples) {
            if (sample.seconds >= seconds && sample.values[index]) {
                sum += *sample.values[index];
                ++count;
            }
        }
        mean.values[index] = count > 0 ? sum / static_cast<float>(count) : m_latest.values[index];
    }
    return mean;
}

}  // namespace shoal
