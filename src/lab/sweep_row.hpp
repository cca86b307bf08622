#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <shoal/result.hpp>
#include <shoal/scene.hpp>

#include "lab/sweep.hpp"

namespace shoal {

/// What made a row of a sweep's table.
struct SweepRow {
    std::string preset;                         ///< as the sweep named it
    std::vector<SweepRequest::Entry> settings;  ///< in the table's order; the seed is the last one

    /// Applies the settings to the preset's scene. The problem names the first one that the scene refuses.
    Outcome applyTo(Scene& scene) const;
};

/// Finds a run in a table that `shoal sweep` wrote, or in rows of several such tables under one header. Cells
/// may be quoted (RFC 4180), and lines end as on any system. Problems name the file and, of a bad row, the
/// line: "out.csv:17: has 30 cells, but the heading has 42". `fileName` is for messages.
Result<SweepRow> findSweepRow(std::string_view text, std::uint64_t run, const std::string& fileName);

/// Whether a text begins as a sweep's table does, or as the journal of an unfinished one.
bool isSweepTableText(std::string_view text);

}  // namespace shoal
