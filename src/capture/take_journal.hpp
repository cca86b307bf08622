#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <shoal/result.hpp>

#include "capture/child_process.hpp"
#include "capture/take.hpp"

namespace shoal {

/// A take on the disk while it is being recorded: `NAME.take.partial`, to which each second of play is added.
/// It is what is left of the take when the program is killed. Locked while its writer lives.
class TakeJournal {
public:
    /// Begins the journal of what will be saved as `wanted`, or under the next number where another is being
    /// recorded under that name, with all that is known of it at its beginning.
    static Result<TakeJournal> begin(const std::filesystem::path& wanted, const Take& beginning);

    /// Adds what was played since. The system has it when this returns: killing the program loses none of it.
    /// After a problem the journal is as it was before, and the next call writes what this one could not.
    Outcome add(const Take& played);

    /// The take is saved, or not wanted.
    void remove();

    const std::filesystem::path& take() const { return m_take; }
    const std::filesystem::path& file() const { return m_file; }

private:
    TakeJournal(std::filesystem::path take, Descriptor open);
    Outcome writeDue();

    std::filesystem::path m_take;
    std::filesystem::path m_file;
    Descriptor m_open;
    std::string m_due;        ///< not written yet
    long long m_written = 0;  ///< [bytes]
};

/// Saves as takes what the journals in a folder hold whose writers are gone, and removes those. Each journal
/// that had something in it gives the take's file, or says why it is none; the journal then stays.
std::vector<Result<std::filesystem::path>> recoverTakes(const std::filesystem::path& folder);

}  // namespace shoal
