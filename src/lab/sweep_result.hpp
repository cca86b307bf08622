#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <shoal/result.hpp>

namespace shoal {

/// The table of a sweep, read back: columns of equal length, one row for each run.
struct SweepResult {
    /// A key that the sweep set or varied.
    struct Setting {
        std::string key;                     ///< as the sweep named it
        std::vector<std::string> values;     ///< different ones, as `--set` takes them; first seen first
        std::vector<std::uint32_t> valueOf;  ///< of each run: index into `values`

        bool isVaried() const { return values.size() > 1; }
    };

    /// A measure's mean over time and its standard error in each run; NaN where the table has none.
    struct Measure {
        std::string column;  ///< "polarisation", "sardine.polarisation"
        std::vector<double> means;
        std::vector<double> errors;
    };

    std::string preset;  ///< of all runs, as the sweep named it
    std::vector<std::uint64_t> seeds;
    std::optional<std::uint64_t> steps;   ///< of a run; empty if runs differ
    std::optional<std::uint64_t> burnIn;  ///< steps before the first sample that counts; likewise
    std::vector<Setting> settings;
    std::vector<Measure> measures;

    std::size_t runs() const { return seeds.size(); }
};

/// Parses a table that `shoal sweep` wrote, or rows of several such tables under one header. Cells may be
/// quoted (RFC 4180), and lines end as on any system. Numbers are finite or empty. Problems name file and
/// line: "out.csv:17: has 30 cells, but the header has 42". `fileName` is for messages.
Result<SweepResult> parseSweepResult(std::string_view text, const std::string& fileName);

/// Whether a text begins as a sweep's table does, however its cells are separated, or as such a journal.
bool isSweepTableText(std::string_view text);

/// Whether a file's name is that of a sweep's table or of the journal of an unfinished one.
bool isSweepTableName(const std::filesystem::path& file);

}  // namespace shoal
