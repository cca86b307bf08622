#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include <shoal/result.hpp>

#include "system/files/journal_file.hpp"

namespace shoal {

/// What a journal belongs to.
struct JournalTitle {
    std::string line;  ///< the first of the file: with a fingerprint of the work
    std::string work;  ///< for messages: "sweep"
};

/// Numbered rows of long work, kept as they are finished: a kill loses none of them, and the same work, begun
/// again, finds them. Locked while it is open.
class RowJournal {
public:
    /// Opens or creates the journal, and cuts off what a kill or a power cut left behind the last good row.
    /// `mayHold`: whether a row of that number belongs to the work. Fails if the file belongs to other work,
    /// or if another program writes it.
    static Result<RowJournal> open(const std::filesystem::path& file, const JournalTitle& title,
                                   const std::function<bool(std::uint64_t number)>& mayHold);

    const std::filesystem::path& file() const { return m_journal.file(); }
    const std::map<std::uint64_t, std::string>& rows() const { return m_rows; }

    /// Adds a row. It is safe from a kill at once, and from a power cut after the next `sync`.
    Outcome add(std::uint64_t number, std::string_view row);

    /// Writes added rows to the disk, at most once a second; call it a few times a second. `isLast`: at once.
    Outcome sync(bool isLast = false);

    /// Deletes the file.
    void remove() { m_journal.remove(); }

private:
    explicit RowJournal(JournalFile journal) : m_journal(std::move(journal)) {}
    Outcome read(const JournalTitle& title, const std::function<bool(std::uint64_t)>& mayHold);
    Outcome append(std::string_view line);

    JournalFile m_journal;
    std::map<std::uint64_t, std::string> m_rows;
    std::chrono::steady_clock::time_point m_synced{};
    bool m_isSynced = true;
};

}  // namespace shoal
