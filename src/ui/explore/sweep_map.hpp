#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "ui/explore/sweep_runs.hpp"

namespace shoal {

/// The mean of a measure over some runs.
struct SweepMean {
    std::size_t count = 0;  ///< runs in which it is defined; 0 leaves the rest undefined
    double mean = 0.0;
    /// Standard error of the mean over runs. A single run has that of its mean over time; NaN if it has none.
    double error = 0.0;
};

/// One axis of a map: the cells along it, in ascending order of the key's values. A key with many values, as
/// in a Latin hypercube, has ranges of values as cells.
class SweepAxisCells {
public:
    /// More values than this become ranges, of equal width or, if the values look evenly spaced in their
    /// logarithms, of equal ratio.
    static constexpr std::size_t kMaxValues = 40;

    /// `ranges`: how many if it needs them.
    SweepAxisCells(const SweepRuns::Key& key, std::size_t ranges);

    std::size_t count() const { return m_count; }
    bool areRanges() const { return m_areRanges; }

    /// The cell of a value of the key, by its index.
    std::size_t cellOf(std::size_t value) const { return m_cellOf[value]; }

    /// The smallest and the largest value of a cell. They are equal unless cells are ranges.
    double low(std::size_t cell) const;
    double high(std::size_t cell) const;

    /// Where a value lies along the axis: 0 at the start of the first cell, 1 at the end of the last one, and
    /// a value of a cell at its middle. Empty beyond the first and last value, and between choices.
    std::optional<double> placeOf(double value) const;

private:
    double edge(std::size_t cell) const;

    std::vector<double> m_values;
    std::vector<std::size_t> m_cellOf;
    std::size_t m_count = 0;
    bool m_areRanges = false;
    bool m_isLogarithmic = false;
    bool m_isContinuous = false;
};

/// A sweep over one or two of its keys: each cell holds the means over its runs, that is over seeds and over
/// all other keys.
class SweepMap {
public:
    /// Without `up`, a single row of cells.
    SweepMap(const SweepRuns& runs, std::size_t across, std::optional<std::size_t> up);

    struct Cell {
        std::size_t runs = 0;
        double across = 0.0;  ///< settings of the run that lies nearest to the cell's middle
        double up = 0.0;
        std::vector<SweepMean> means;  ///< by measure; empty without runs
    };

    const SweepAxisCells& across() const { return m_across; }
    const std::optional<SweepAxisCells>& up() const { return m_up; }
    std::size_t width() const { return m_across.count(); }
    std::size_t height() const { return m_up ? m_up->count() : 1; }
    const Cell& at(std::size_t x, std::size_t y) const { return m_cells[y * width() + x]; }

    struct Range {
        double low = 0.0;
        double high = 1.0;
    };
    /// The smallest and largest mean of a measure, or with `hasErrors` the ends of the error bars. 0 .. 1 for
    /// polarisation and milling, and if there is no mean.
    Range range(const SweepRuns& runs, std::size_t measure, bool hasErrors) const;

private:
    SweepAxisCells m_across;
    std::optional<SweepAxisCells> m_up;
    std::vector<Cell> m_cells;
};

/// Returns the means of all measures over all runs.
std::vector<SweepMean> meansOfAll(const SweepRuns& runs);

/// Whether two values of a setting are equal but for the rounding of stored floats.
bool isSameSetting(double a, double b);

/// Returns the index of the measure in that column of the table; empty if there is none.
std::optional<std::size_t> measureNamed(const SweepRuns& runs, std::string_view column);

}  // namespace shoal
