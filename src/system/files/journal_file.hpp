#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>

#include <shoal/result.hpp>

#include "system/files/descriptor.hpp"

namespace shoal {

/// A file that grows block by block and survives if the program is killed. Locked while its writer runs.
class JournalFile {
public:
    /// Creates a journal; empty if the name is taken. Fails on a file system without locks, because another
    /// program could take the journal for an abandoned one.
    static Result<std::optional<JournalFile>> create(const std::filesystem::path& file);

    /// Opens a journal or creates it; empty if another program writes it.
    static Result<std::optional<JournalFile>> open(const std::filesystem::path& file);

    /// Takes over an abandoned journal; empty if its writer is running, or if another program takes it over.
    static std::optional<JournalFile> adopt(const std::filesystem::path& file);

    const std::filesystem::path& file() const { return m_file; }

    /// Appends all bytes. After a problem the file is as before.
    Outcome append(std::string_view bytes);

    /// Removes everything after the first `bytes`.
    Outcome cut(std::uint64_t bytes);

    /// Writes the file to the disk, so that a power cut does not lose it. After a problem, removes what was
    /// appended since the last sync, because the disk may have lost it. Does nothing on file systems that
    /// cannot sync.
    Outcome sync();

    /// Deletes the file.
    void remove();

private:
    JournalFile(std::filesystem::path file, Descriptor open)
        : m_file(std::move(file)), m_open(std::move(open)) {}
    Problem problem(int error) const;
    bool lock();

    std::filesystem::path m_file;
    Descriptor m_open;
    std::uint64_t m_bytes = 0;   ///< size of the file
    std::uint64_t m_synced = 0;  ///< size of the part that the disk has
};

}  // namespace shoal
