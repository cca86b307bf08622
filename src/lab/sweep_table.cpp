#include "lab/sweep_table.hpp"

#include <fstream>
#include <system_error>

#include <fmt/format.h>

#include "system/files/atomic_file.hpp"

namespace shoal {

namespace fs = std::filesystem;

namespace {

Overwrite tableRule() {
    return Overwrite::nothing("exists and is not the table of this sweep; name another file");
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
    auto journal = RowJournal::open(table.journal(), {table.title(), "sweep"},
                                    [&](std::uint64_t run) { return run < sweep.runs() && part.holds(run); });
    if (!journal) {
        return journal.problem();
    }
    table.m_journal.emplace(std::move(*journal));
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

void SweepTable::visitRows(
    const std::function<void(std::uint64_t run, const std::string& row)>& visit) const {
    if (!m_isFinished) {
        for (const auto& [run, row] : m_journal->rows()) {
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
        if (m_part.holds(run) && !m_journal->rows().contains(run)) {
            runs.push_back(run);
        }
    }
    return runs;
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
    for (auto row = m_journal->rows().begin(); written && row != m_journal->rows().end(); ++row) {
        written = table->write(row->second + "\n");
    }
    if (!written) {
        return failed(written.problem());
    }
    if (auto placed = table->commit(); !placed) {
        return failed(placed.problem());
    }
    m_journal->remove();
    m_isFinished = true;
    return Done{};
}

}  // namespace shoal
