#include "capture/take/take_journal.hpp"

#include <algorithm>
#include <cerrno>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "capture/take/take_format.hpp"
#include "system/files/atomic_file.hpp"
#include "system/process/child_process.hpp"

namespace shoal {

namespace fs = std::filesystem;

namespace {

constexpr int kMaxAtOnce = 100;

Problem problemWith(const fs::path& file, int error) {
    return {fmt::format("{}: cannot be written: {}", file.string(), std::generic_category().message(error))};
}

fs::path partialOf(fs::path take) {
    return take += take_format::kPartialEnding;
}

int openNew(const fs::path& file) {
    return ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0666);
}

/// Locks a journal whose writer has ended; empty if the writer is running, or another program is recovering
/// it.
std::optional<Descriptor> lockAbandoned(const fs::path& journal) {
    Descriptor file(::open(journal.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW));
    struct stat locked {};
    struct stat named {};
    // Another program that has just recovered it has removed the file.
    const bool isOurs = ::flock(file.number(), LOCK_EX | LOCK_NB) == 0 &&
                        ::fstat(file.number(), &locked) == 0 && ::stat(journal.c_str(), &named) == 0 &&
                        locked.st_ino == named.st_ino && locked.st_dev == named.st_dev;
    return isOurs ? std::optional(std::move(file)) : std::nullopt;
}

/// Renames a journal that cannot be read, so that the next start does not report it again.
Problem setAside(const fs::path& journal, const Problem& problem) {
    fs::path damaged = journal;
    damaged += ".damaged";
    std::error_code failed;
    fs::rename(journal, damaged, failed);
    return failed ? problem : Problem{fmt::format("{}; renamed {}", problem.text, damaged.string())};
}

/// Saves the take that a journal holds; empty if nothing was played.
std::optional<Result<fs::path>> recovered(const fs::path& journal) {
    const Result<Take> take = loadTake(journal);
    if (!take) {
        return setAside(journal, take.problem());
    }
    if (take->isStill()) {
        return std::nullopt;
    }
    return saveNewTake(*take, journal.parent_path() / journal.stem());  // without ".partial"
}

}  // namespace

Result<TakeJournal> TakeJournal::begin(const fs::path& wanted, const Take& beginning) {
    fs::path take = wanted;
    Descriptor opened(openNew(partialOf(take)));
    // Another viewer may have begun a take of this scene in the same second.
    for (int number = 2; opened.number() < 0 && errno == EEXIST && number <= kMaxAtOnce; ++number) {
        take = wanted.parent_path() /
               fmt::format("{}-{}{}", wanted.stem().string(), number, wanted.extension().string());
        opened = Descriptor(openNew(partialOf(take)));
    }
    if (opened.number() < 0) {
        return problemWith(partialOf(take), errno);
    }
    TakeJournal journal(take, std::move(opened));
    // Fails on a file system without locks: another viewer could recover a take that is still being recorded.
    if (::flock(journal.m_open.number(), LOCK_EX | LOCK_NB) != 0) {
        const Problem problem = problemWith(journal.m_file, errno);
        journal.remove();
        return problem;
    }
    journal.m_due = takeText(beginning);
    if (auto written = journal.writeDue(); !written) {
        journal.remove();
        return written.problem();
    }
    syncFolder(wanted.has_parent_path() ? wanted.parent_path() : fs::path("."));
    return journal;
}

TakeJournal::TakeJournal(fs::path take, Descriptor open)
    : m_take(std::move(take)), m_file(partialOf(m_take)), m_open(std::move(open)) {}

Outcome TakeJournal::add(const Take& played) {
    m_due += takeBlockText(played);
    return writeDue();
}

void TakeJournal::remove() {
    ::unlink(m_file.c_str());
}

Outcome TakeJournal::writeDue() {
    for (std::size_t done = 0; done < m_due.size();) {
        const ssize_t written = ::write(m_open.number(), m_due.data() + done, m_due.size() - done);
        if (written < 0 && errno != EINTR) {
            const Problem problem = problemWith(m_file, errno);
            // Half a block would corrupt whatever follows it. If truncating fails too, readers stop there.
            [[maybe_unused]] const int cut = ::ftruncate(m_open.number(), m_written);
            return problem;
        }
        done += written > 0 ? static_cast<std::size_t>(written) : 0;
    }
    m_written += static_cast<long long>(m_due.size());
    m_due.clear();
    // EINVAL: some file systems cannot sync.
    return ::fdatasync(m_open.number()) == 0 || errno == EINVAL ? Outcome(Done{})
                                                                : problemWith(m_file, errno);
}

std::vector<Result<fs::path>> recoverTakes(const fs::path& folder) {
    std::vector<fs::path> journals;
    std::error_code error;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
        std::error_code unknown;
        if (isPartialTakeName(at->path()) && at->is_regular_file(unknown)) {
            journals.push_back(at->path());
        }
    }
    std::ranges::sort(journals);
    std::vector<Result<fs::path>> takes;
    for (const fs::path& journal : journals) {
        const auto lock = lockAbandoned(journal);
        if (!lock) {
            continue;
        }
        auto take = recovered(journal);
        if (!take || *take) {
            ::unlink(journal.c_str());
        }
        if (take) {
            takes.push_back(std::move(*take));
        }
    }
    return takes;
}

}  // namespace shoal
