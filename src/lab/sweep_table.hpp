#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <shoal/result.hpp>

#include "lab/sweep.hpp"
#include "system/files/journal_file.hpp"

namespace shoal {

/// The runs of one of several machines: 1, 1 + count, … for number 1.
struct SweepPart {
    std::uint64_t number = 1;  ///< 1 .. count
    std::uint64_t count = 1;

    bool holds(std::uint64_t run) const { return run % count == number - 1; }
};

/// The table of a sweep while it grows. Finished rows go to a journal beside it, `out.csv.partial`, in any
/// order; the table appears when all are there, in the order of runs. After a kill, opening the same sweep
/// again keeps every row in the journal. Locked against a second sweep of the same name.
class SweepTable {
public:
    /// Fails if the table belongs to another sweep, or if another program writes it.
    static Result<SweepTable> open(const std::filesystem::path& file, const Sweep& sweep,
                                   const SweepPart& part);

    /// Whether the whole table was there already.
    bool isFinished() const { return m_isFinished; }

    std::size_t rows() const { return m_rows.size(); }  ///< in the journal

    /// Passes each finished row to `visit`, in the order of runs.
    void visitRows(const std::function<void(std::uint64_t run, const std::string& row)>& visit) const;

    /// The runs of the part that have no row yet.
    std::vector<std::uint64_t> missing() const;

    /// Adds a run's row. It is safe from a kill at once, and from a power cut after the next `sync`.
    Outcome add(std::uint64_t run, std::string_view row);

    /// Writes added rows to the disk, at most once a second; call it a few times a second. `isLast`: at once.
    Outcome sync(bool isLast = false);

    /// Writes the table and removes the journal. Never replaces a file.
    Outcome finish();

private:
    SweepTable(std::filesystem::path file, const Sweep& sweep, SweepPart part);
    bool isWholeTable() const;
    Outcome readJournal();
    void removeLeftJournal() const;
    Outcome append(std::string_view line);
    std::filesystem::path journal() const;
    std::string title() const;

    std::filesystem::path m_file;
    const Sweep* m_sweep;
    SweepPart m_part;
    std::optional<JournalFile> m_journal;  ///< empty once the table is whole
    std::map<std::uint64_t, std::string> m_rows;
    std::chrono::steady_clock::time_point m_synced{};
    bool m_isSynced = true;
    bool m_isFinished = false;
};

}  // namespace shoal
