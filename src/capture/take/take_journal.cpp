#include "capture/take/take_journal.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "capture/take/take_format.hpp"
#include "system/files/journal_file.hpp"

namespace shoal {

namespace fs = std::filesystem;

namespace {

constexpr int kMaxAtOnce = 100;

fs::path partialOf(fs::path take) {
    return take += take_format::kPartialEnding;
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
    auto opened = JournalFile::create(partialOf(take));
    // Another viewer may have begun a take of this scene in the same second.
    for (int number = 2; opened && !*opened && number <= kMaxAtOnce; ++number) {
        take = wanted.parent_path() /
               fmt::format("{}-{}{}", wanted.stem().string(), number, wanted.extension().string());
        opened = JournalFile::create(partialOf(take));
    }
    if (!opened) {
        return opened.problem();
    }
    if (!*opened) {
        return Problem{
            fmt::format("{}: {} takes of this name are being recorded", wanted.string(), kMaxAtOnce)};
    }
    TakeJournal journal(std::move(take), std::move(**opened));
    journal.m_due = takeText(beginning);
    if (auto written = journal.writeDue(); !written) {
        journal.remove();
        return written.problem();
    }
    return journal;
}

Outcome TakeJournal::add(const Take& played) {
    m_due += takeBlockText(played);
    return writeDue();
}

Outcome TakeJournal::writeDue() {
    if (auto written = m_journal.append(m_due); !written) {
        return written;
    }
    if (auto synced = m_journal.sync(); !synced) {
        return synced;
    }
    m_due.clear();
    return Done{};
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
        auto adopted = JournalFile::adopt(journal);
        if (!adopted) {
            continue;
        }
        auto take = recovered(journal);
        if (!take || *take) {
            adopted->remove();
        }
        if (take) {
            takes.push_back(std::move(*take));
        }
    }
    return takes;
}

}  // namespace shoal
