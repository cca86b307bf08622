#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <shoal/result.hpp>

#include "capture/take/take.hpp"
#include "system/files/journal_file.hpp"

namespace shoal {

/// A take on disk while it is being recorded: `NAME.take.partial`. TakeDesk decides when it grows. It
/// survives if the program is killed. Locked while its writer runs.
class TakeJournal {
public:
    /// Begins the journal of a take that will be saved as `wanted`, with everything known at its beginning.
    /// If another take is being recorded under that name, uses the next number.
    static Result<TakeJournal> begin(const std::filesystem::path& wanted, const Take& beginning);

    /// Appends the play since the last call. The disk has it when this returns, so neither a kill nor a power
    /// cut loses any of it. After a problem the journal is unchanged, and the next call writes the
    /// missing part.
    Outcome add(const Take& played);

    /// Deletes the journal, once the take is saved or discarded.
    void remove() { m_journal.remove(); }

    const std::filesystem::path& take() const { return m_take; }
    const std::filesystem::path& file() const { return m_journal.file(); }

private:
    TakeJournal(std::filesystem::path take, JournalFile journal)
        : m_take(std::move(take)), m_journal(std::move(journal)) {}
    Outcome writeDue();

    std::filesystem::path m_take;
    JournalFile m_journal;
    std::string m_due;  ///< not written yet
};

/// Recovers the takes in a folder's journals whose writers are gone: saves the takes and deletes the
/// journals. Returns, for each journal with content, the take's file or the problem. After a problem the
/// journal is kept; one that cannot be read is renamed.
std::vector<Result<std::filesystem::path>> recoverTakes(const std::filesystem::path& folder);

}  // namespace shoal
