#include "lab/row_journal.hpp"

#include <charconv>
#include <fstream>
#include <optional>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "sim/text/text_hash.hpp"

namespace shoal {

namespace {

/// A row in the file: its number, a hash that a torn line lacks, and the row.
std::string journalLine(std::uint64_t number, std::string_view row) {
    return fmt::format("{} {:016x} {}\n", number, textHash(row), row);
}

struct JournalRow {
    std::uint64_t number = 0;
    std::string row;
};

std::optional<JournalRow> rowIn(std::string_view line) {
    JournalRow read;
    const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), read.number);
    const auto at = static_cast<std::size_t>(end - line.data());
    constexpr std::size_t kHashSize = 16;
    if (error != std::errc{} || line.size() < at + kHashSize + 2) {
        return std::nullopt;
    }
    read.row = line.substr(at + kHashSize + 2);
    return journalLine(read.number, read.row) == std::string(line) + "\n" ? std::optional(read)
                                                                          : std::nullopt;
}

}  // namespace

Result<RowJournal> RowJournal::open(const std::filesystem::path& file, const JournalTitle& title,
                                    const std::function<bool(std::uint64_t number)>& mayHold) {
    auto opened = JournalFile::open(file);
    if (!opened) {
        return opened.problem();
    }
    if (!*opened) {
        return Problem{fmt::format("{}: another {} is writing it", file.string(), title.work)};
    }
    RowJournal journal(std::move(**opened));
    if (auto read = journal.read(title, mayHold); !read) {
        return read.problem();
    }
    return journal;
}

Outcome RowJournal::read(const JournalTitle& title, const std::function<bool(std::uint64_t)>& mayHold) {
    std::ifstream text(file(), std::ios::binary);
    std::string line;
    const bool hasTitle = static_cast<bool>(std::getline(text, line)) && !text.eof();
    if (hasTitle ? line != title.line : !title.line.starts_with(line)) {
        return Problem{
            fmt::format("{}: belongs to another {}, or to another build of Shoal or a plugin; "
                        "remove it or name another file",
                        file().string(), title.work)};
    }
    std::uint64_t good = hasTitle ? line.size() + 1 : 0;
    while (hasTitle && std::getline(text, line) && !text.eof()) {
        auto row = rowIn(line);
        if (!row || !mayHold(row->number)) {
            break;
        }
        m_rows.insert_or_assign(row->number, std::move(row->row));
        good += line.size() + 1;
    }
    if (auto cut = m_journal.cut(good); !cut) {
        return cut;
    }
    return hasTitle ? Outcome{Done{}} : append(title.line + "\n");
}

Outcome RowJournal::append(std::string_view line) {
    m_isSynced = false;
    return m_journal.append(line);
}

Outcome RowJournal::add(std::uint64_t number, std::string_view row) {
    if (auto written = append(journalLine(number, row)); !written) {
        return written;
    }
    m_rows.insert_or_assign(number, std::string(row));
    return Done{};
}

Outcome RowJournal::sync(bool isLast) {
    const auto now = std::chrono::steady_clock::now();
    if (m_isSynced || (!isLast && now - m_synced < std::chrono::seconds(1))) {
        return Done{};
    }
    m_synced = now;
    m_isSynced = true;
    return m_journal.sync();
}

}  // namespace shoal
