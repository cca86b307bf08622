#include "lab/sweep_table.hpp"

#include <charconv>
#include <fstream>
#include <optional>
#include <system_error>

#include <fmt/format.h>

#include "sim/text/text_hash.hpp"
#include "system/files/atomic_file.hpp"

namespace shoal {

namespace fs = std::filesystem;

namespace {

/// A row in the journal: its run, a hash that a torn line lacks, and the row.
std::string journalLine(std::uint64_t run, std::string_view row) {
    return fmt::format("{} {:016x} {}\n", run, textHash(row), row);
}

struct JournalRow {
    std::uint64_t run = 0;
    std::string row;
};

Overwrite tableRule() {
    return Overwrite::nothing("exists and is not the table of this sweep; name another file");
}

std::optional<JournalRow> rowIn(std::string_view line) {
    JournalRow read;
    const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), read.run);
    const auto at = static_cast<std::size_t>(end - line.data());
    constexpr std::size_t kHashSize = 16;
    if (error != std::errc{} || line.size() < at + kHashSize + 2) {
        return std::nullopt;
    }
    read.row = line.substr(at + kHashSize + 2);
    return journalLine(read.run, read.row) == std::string(line) + "\n" ? std::optional(read) : std::nullopt;
}

}  // namespace

SweepTable::SweepTable(fs::path file, const Sweep& sweep, SweepPart part)
    : m_file(std::move(file)), m_sweep(&sweep), m_part(part) {}

fs::path SweepTable::journal() const {
    fs::path journal = m_file;
    return journal += ".partial";
}

std::string SweepTable::title() const {
    return fmt::format("shoal sweep journal 1 {:016x} part {}/{}", m_sweep->fingerprint(), m_part.number,
                       m_part.count);
}

Result<SweepTable> SweepTable::open(const fs::path& file, const Sweep& sweep, const SweepPart& part) {
    SweepTable table(file, sweep, part);
    const Found found = foundAt(file);
    if (found == Found::stream) {
        return Problem{file.string() +
                       ": not a regular file; a sweep writes its table when all runs are done"};
    }
    if (found == Found::file && table.isWholeTable()) {
        table.m_isFinished = true;
        table.removeLeftJournal();
        return table;
    }
    if (auto place = requirePlace(file, tableRule()); !place) {
        return place.problem();
    }
    auto journal = JournalFile::open(table.journal());
    if (!journal) {
        return journal.problem();
    }
    if (!*journal) {
        return Problem{table.journal().string() + ": another sweep is writing it"};
    }
    table.m_journal = std::move(*journal);
    if (auto read = table.readJournal(); !read) {
        return read.problem();
    }
    return table;
}

/// Whether the file is this sweep's finished table.
bool SweepTable::isWholeTable() const {
    std::ifstream table(m_file, std::ios::binary);
    std::string line;
    if (!std::getline(table, line)) {
        return false;
    }
    bool isSame = line == m_sweep->header();
    for (std::uint64_t run = 0; run < m_sweep->runs() && isSame; ++run) {
        if (m_part.holds(run)) {
            isSame = static_cast<bool>(std::getline(table, line)) &&
                     line.starts_with(m_sweep->rowBeginning(run) + ",");
        }
    }
    return isSame && !std::getline(table, line);
}

/// A kill may have come between the table and the end of its journal.
void SweepTable::removeLeftJournal() const {
    std::ifstream file(journal(), std::ios::binary);
    std::string line;
    if (std::getline(file, line) && line == title()) {
        std::error_code ignored;
        fs::remove(journal(), ignored);
    }
}

/// Keeps the journal's rows, and cuts off what a kill or a power cut left behind them.
Outcome SweepTable::readJournal() {
    std::ifstream file(journal(), std::ios::binary);
    std::string line;
    const bool hasTitle = static_cast<bool>(std::getline(file, line)) && !file.eof();
    if (hasTitle ? line != title() : !title().starts_with(line)) {
        return Problem{journal().string() +
                       ": belongs to another sweep, or to another build of Shoal or a plugin; remove it or "
                       "name another file"};
    }
    std::uint64_t good = hasTitle ? line.size() + 1 : 0;
    while (hasTitle && std::getline(file, line) && !file.eof()) {
        auto row = rowIn(line);
        if (!row || row->run >= m_sweep->runs() || !m_part.holds(row->run)) {
            break;
        }
        m_rows.insert_or_assign(row->run, std::move(row->row));
        good += line.size() + 1;
    }
    if (auto cut = m_journal->cut(good); !cut) {
        return cut;
    }
    return hasTitle ? Outcome{Done{}} : append(title() + "\n");
}

void SweepTable::visitRows(
    const std::function<void(std::uint64_t run, const std::string& row)>& visit) const {
    if (!m_isFinished) {
        for (const auto& [run, row] : m_rows) {
            visit(run, row);
        }
        return;
    }
    std::ifstream table(m_file, std::ios::binary);
    std::string line;
    std::getline(table, line);  // the header
    for (std::uint64_t run = 0; run < m_sweep->runs(); ++run) {
        if (m_part.holds(run) && std::getline(table, line)) {
            visit(run, line);
        }
    }
}

std::vector<std::uint64_t> SweepTable::missing() const {
    std::vector<std::uint64_t> runs;
    for (std::uint64_t run = 0; run < m_sweep->runs() && !m_isFinished; ++run) {
        if (m_part.holds(run) && !m_rows.contains(run)) {
            runs.push_back(run);
        }
    }
    return runs;
}

Outcome SweepTable::append(std::string_view line) {
    m_isSynced = false;
    return m_journal->append(line);
}

Outcome SweepTable::sync(bool isLast) {
    const auto now = std::chrono::steady_clock::now();
    if (m_isSynced || (!isLast && now - m_synced < std::chrono::seconds(1))) {
        return Done{};
    }
    m_synced = now;
    m_isSynced = true;
    return m_journal->sync();
}

Outcome SweepTable::add(std::uint64_t run, std::string_view row) {
    if (auto written = append(journalLine(run, row)); !written) {
        return written;
    }
    m_rows.insert_or_assign(run, std::string(row));
    return Done{};
}

Outcome SweepTable::finish() {
    const auto failed = [this](const Problem& problem) {
        return Problem{fmt::format("{}; the sweep's rows are in {}", problem.text, journal().string())};
    };
    auto table = AtomicFile::open(m_file, tableRule());
    if (!table) {
        return failed(table.problem());
    }
    Outcome written = table->write(m_sweep->header() + "\n");
    for (auto row = m_rows.begin(); written && row != m_rows.end(); ++row) {
        written = table->write(row->second + "\n");
    }
    if (!written) {
        return failed(written.problem());
    }
    if (auto placed = table->commit(); !placed) {
        return failed(placed.problem());
    }
    std::error_code ignored;
    fs::remove(journal(), ignored);
    m_isFinished = true;
    return Done{};
}

}  // namespace shoal
