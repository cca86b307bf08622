#include "ui/explore/sweep_map.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace shoal {

namespace {

/// Whether the middle value lies nearer to the geometric than to the arithmetic mean of the ends.
bool looksLogarithmic(const std::vector<double>& values) {
    const double low = values.front();
    const double high = values.back();
    if (low <= 0.0) {
        return false;
    }
    const double middle = values[values.size() / 2];
    return std::abs(middle - std::sqrt(low * high)) < std::abs(middle - 0.5 * (low + high));
}

/// Ranges along an axis so that a map of a Latin hypercube has about two runs of each seed in a cell.
std::size_t rangesFor(const SweepRuns& runs) {
    const double settings =
        static_cast<double>(runs.count) / static_cast<double>(std::max<std::size_t>(1, runs.seeds));
    return static_cast<std::size_t>(std::clamp(std::round(std::sqrt(0.5 * settings)), 5.0, 20.0));
}

/// Sums of a measure in one cell, after Welford.
struct Sums {
    std::size_t count = 0;
    double mean = 0.0;
    double squares = 0.0;
    double error = std::nan("");  ///< of the last run

    void add(double value, double errorOfRun) {
        ++count;
        const double off = value - mean;
        mean += off / static_cast<double>(count);
        squares += off * (value - mean);
        error = errorOfRun;
    }

    SweepMean result() const {
        const auto n = static_cast<double>(count);
        return {count, mean, count > 1 ? std::sqrt(squares / (n - 1.0) / n) : error};
    }
};

}  // namespace

SweepAxisCells::SweepAxisCells(const SweepRuns::Key& key, std::size_t ranges)
    : m_values(key.values),
      m_isContinuous(key.parameter.form == Form::number || key.parameter.form == Form::integer) {
    m_areRanges = m_isContinuous && m_values.size() > kMaxValues;
    m_isLogarithmic = m_areRanges && looksLogarithmic(m_values);
    m_count = m_areRanges ? ranges : m_values.size();
    for (std::size_t value = 0; value < m_values.size(); ++value) {
        const double place = m_areRanges ? *placeOf(m_values[value]) : 0.0;
        m_cellOf.push_back(
            m_areRanges
                ? std::min(static_cast<std::size_t>(place * static_cast<double>(m_count)), m_count - 1)
                : value);
    }
}

double SweepAxisCells::edge(std::size_t cell) const {
    const double part = static_cast<double>(cell) / static_cast<double>(m_count);
    const double low = m_values.front();
    const double high = m_values.back();
    return m_isLogarithmic ? low * std::pow(high / low, part) : low + (high - low) * part;
}

double SweepAxisCells::low(std::size_t cell) const {
    return m_areRanges ? edge(cell) : m_values[cell];
}

double SweepAxisCells::high(std::size_t cell) const {
    return m_areRanges ? edge(cell + 1) : m_values[cell];
}

std::optional<double> SweepAxisCells::placeOf(double value) const {
    const double low = m_values.front();
    const double high = m_values.back();
    const auto middleOf = [&](std::size_t index) {
        return (static_cast<double>(index) + 0.5) / static_cast<double>(m_count);
    };
    for (std::size_t index = 0; index < m_values.size() && !m_areRanges; ++index) {
        if (isSameSetting(value, m_values[index])) {
            return middleOf(index);
        }
    }
    if (m_areRanges && (isSameSetting(value, low) || isSameSetting(value, high))) {
        return isSameSetting(value, low) ? 0.0 : 1.0;
    }
    if (!m_isContinuous || value < low || value > high) {
        return std::nullopt;
    }
    if (m_areRanges) {
        return m_isLogarithmic ? std::log(value / low) / std::log(high / low) : (value - low) / (high - low);
    }
    const auto above = std::ranges::upper_bound(m_values, value);
    const auto index = static_cast<std::size_t>(above - m_values.begin()) - 1;
    const double part = (value - m_values[index]) / (m_values[index + 1] - m_values[index]);
    return middleOf(index) + part / static_cast<double>(m_count);
}

SweepMap::SweepMap(const SweepRuns& runs, std::size_t across, std::optional<std::size_t> up)
    : m_across(runs.keys[across], rangesFor(runs)) {
    const SweepRuns::Key& keyX = runs.keys[across];
    const SweepRuns::Key* keyY = up ? &runs.keys[*up] : nullptr;
    if (keyY != nullptr) {
        m_up.emplace(*keyY, rangesFor(runs));
    }
    m_cells.resize(width() * height());
    const std::size_t measures = runs.measures.size();
    std::vector<Sums> sums(m_cells.size() * measures);
    std::vector<double> nearest(m_cells.size(), std::numeric_limits<double>::max());
    // Distance from the middle of a cell, in cells.
    const auto off = [](const SweepAxisCells& axis, std::size_t cell, double value) {
        const double place = axis.placeOf(value).value_or(0.0) * static_cast<double>(axis.count());
        return std::abs(place - (static_cast<double>(cell) + 0.5));
    };
    for (std::size_t run = 0; run < runs.count; ++run) {
        const std::size_t x = m_across.cellOf(keyX.valueOf[run]);
        const std::size_t y = m_up ? m_up->cellOf(keyY->valueOf[run]) : 0;
        const std::size_t index = y * width() + x;
        Cell& cell = m_cells[index];
        ++cell.runs;
        const double valueX = keyX.values[keyX.valueOf[run]];
        const double valueY = m_up ? keyY->values[keyY->valueOf[run]] : 0.0;
        const bool hasRanges = m_across.areRanges() || (m_up && m_up->areRanges());
        const double distance =
            hasRanges ? off(m_across, x, valueX) + (m_up ? off(*m_up, y, valueY) : 0.0) : 0.0;
        if (distance < nearest[index]) {
            nearest[index] = distance;
            cell.across = valueX;
            cell.up = valueY;
        }
        for (std::size_t measure = 0; measure < measures; ++measure) {
            if (const double mean = runs.measures[measure].means[run]; std::isfinite(mean)) {
                sums[index * measures + measure].add(mean, runs.measures[measure].errors[run]);
            }
        }
    }
    for (std::size_t index = 0; index < m_cells.size(); ++index) {
        for (std::size_t measure = 0; measure < measures && m_cells[index].runs > 0; ++measure) {
            m_cells[index].means.push_back(sums[index * measures + measure].result());
        }
    }
}

SweepMap::Range SweepMap::range(const SweepRuns& runs, std::size_t measure, bool hasErrors) const {
    const std::string& key = runs.measures[measure].key;
    if (key.ends_with("polarisation") || key.ends_with("milling")) {
        return {};
    }
    Range range{std::numeric_limits<double>::max(), std::numeric_limits<double>::lowest()};
    for (const Cell& cell : m_cells) {
        if (cell.runs == 0 || cell.means[measure].count == 0) {
            continue;
        }
        const SweepMean& mean = cell.means[measure];
        const double error = hasErrors && std::isfinite(mean.error) ? mean.error : 0.0;
        range.low = std::min(range.low, mean.mean - error);
        range.high = std::max(range.high, mean.mean + error);
    }
    return range.low > range.high ? Range{} : range;
}

std::vector<SweepMean> meansOfAll(const SweepRuns& runs) {
    std::vector<SweepMean> means;
    for (const SweepRuns::Measure& measure : runs.measures) {
        Sums sums;
        for (std::size_t run = 0; run < runs.count; ++run) {
            if (std::isfinite(measure.means[run])) {
                sums.add(measure.means[run], measure.errors[run]);
            }
        }
        means.push_back(sums.result());
    }
    return means;
}

bool isSameSetting(double a, double b) {
    return std::abs(a - b) <= 1e-6 * std::max(std::abs(a), std::abs(b));
}

std::optional<std::size_t> measureNamed(const SweepRuns& runs, std::string_view column) {
    const auto found = std::ranges::find(runs.measures, column, &SweepRuns::Measure::key);
    return found == runs.measures.end()
               ? std::nullopt
               : std::optional(static_cast<std::size_t>(found - runs.measures.begin()));
}

}  // namespace shoal
