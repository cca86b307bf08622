#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <shoal/result.hpp>

#include "lab/row_journal.hpp"
#include "lab/sweep.hpp"

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

    std::size_t rows() const { return m_journal ? m_journal->rows().size() : 0; }  ///< in the journal

    /// Passes each finished row to `visit`, in the order of runs.
    void visitRows(const std::function<void(std::uint64_t run, const std::string& row)>& visit) const;

    /// The runs of the part that have no row yet.
    std::vector<std::uint64_t> missing() const;

    /// Adds a run's row. RowJournal says when it is safe.
    Outcome add(std::uint64_t run, std::string_view row) { return m_journal->add(run, row); }
    Outcome sync(bool isLast = false) { return m_journal ? m_journal->sync(isLast) : Outcome{Done{}}; }

    /// Writes the table and removes the journal. Never replaces a file.
    Outcome finish();

private:
    SweepTable(std::filesystem::path file, const Sweep& sweep, SweepPart part);
    bool isWholeTable() const;
    void removeLeftJournal() const;
    std::filesystem::path journal() const;
    std::string title() const;

    std::filesystem::path m_file;
    const Sweep* m_sweep;
    SweepPart m_part;
    std::optional<RowJournal> m_journal;  ///< empty if the whole table was there already
    bool m_isFinished = false;
};

}  // namespace shoal
