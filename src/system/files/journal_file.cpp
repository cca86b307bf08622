#include "system/files/journal_file.hpp"

#include <algorithm>
#include <cerrno>
#include <string>
#include <system_error>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include "system/files/folder.hpp"

namespace shoal {
namespace fs = std::filesystem;

Result<std::optional<JournalFile>> JournalFile::create(const fs::path& file) {
    JournalFile journal(file, createFile(file));
    if (journal.m_open.number() < 0) {
        if (errno == EEXIST) {
            return std::optional<JournalFile>();
        }
        return journal.problem(errno);
    }
    if (!journal.lock()) {
        Problem problem = journal.problem(errno);
        journal.remove();
        return problem;
    }
    syncFolder(folderOf(file));
    return std::optional(std::move(journal));
}

Result<std::optional<JournalFile>> JournalFile::open(const fs::path& file) {
    JournalFile journal(
        file, Descriptor(::open(file.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0666)));
    if (journal.m_open.number() < 0) {
        return journal.problem(errno);
    }
    // Another program that has just completed its work has removed the file.
    if (!journal.lock() || !FileIdentity::of(journal.m_open.number()).isNamed(file)) {
        return std::optional<JournalFile>();
    }
    journal.m_bytes = journal.m_synced = sizeOf(journal.m_open.number()).value_or(0);
    if (journal.m_bytes == 0) {
        syncFolder(folderOf(file));
    }
    return std::optional(std::move(journal));
}

std::optional<JournalFile> JournalFile::adopt(const fs::path& file) {
    JournalFile journal(file, Descriptor(::open(file.c_str(), O_RDWR | O_APPEND | O_CLOEXEC | O_NOFOLLOW)));
    // A program that has just recovered the journal has removed the file.
    if (!journal.lock() || !FileIdentity::of(journal.m_open.number()).isNamed(file)) {
        return std::nullopt;
    }
    journal.m_bytes = journal.m_synced = sizeOf(journal.m_open.number()).value_or(0);
    return journal;
}

Outcome JournalFile::append(std::string_view bytes) {
    if (const int error = writeAll(m_open.number(), bytes); error != 0) {
        // Half a block would corrupt what follows it. If truncating fails too, readers stop there.
        [[maybe_unused]] const int cut = ::ftruncate(m_open.number(), static_cast<off_t>(m_bytes));
        return problem(error);
    }
    m_bytes += bytes.size();
    return Done{};
}

Outcome JournalFile::cut(std::uint64_t bytes) {
    if (::ftruncate(m_open.number(), static_cast<off_t>(bytes)) != 0) {
        return problem(errno);
    }
    m_bytes = bytes;
    m_synced = std::min(m_synced, bytes);
    return Done{};
}

Outcome JournalFile::sync() {
    if (const int error = syncData(m_open.number()); error != 0) {
        [[maybe_unused]] const Outcome undone = cut(m_synced);
        return problem(error);
    }
    m_synced = m_bytes;
    return Done{};
}

void JournalFile::remove() {
    ::unlink(m_file.c_str());
}

Problem JournalFile::problem(int error) const {
    return {m_file.string() + ": cannot be written: " + std::generic_category().message(error)};
}

bool JournalFile::lock() {
    return ::flock(m_open.number(), LOCK_EX | LOCK_NB) == 0;
}

}  // namespace shoal
