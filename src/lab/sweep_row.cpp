#include "lab/sweep_row.hpp"

#include <algorithm>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "lab/csv_reader.hpp"
#include "sim/scene/clamped_edit.hpp"
#include "sim/text/budget.hpp"
#include "sim/text/number.hpp"
#include "sim/text/one_line.hpp"

namespace shoal {
namespace {

constexpr std::string_view kJournalTitle = "shoal sweep journal ";

/// Where a table's columns are. Those of the settings stand between "every" and "boids".
struct Columns {
    std::vector<std::string> names;
    std::size_t schema = 0;
    std::size_t run = 0;
    std::size_t preset = 0;
    std::size_t seed = 0;
    std::size_t every = 0;
    std::size_t boids = 0;
};

Result<Columns> readHeader(CsvReader& csv) {
    if (const auto isThere = csv.next(); !isThere) {
        return isThere.problem();
    }
    Columns columns{.names = {csv.cells().begin(), csv.cells().end()}};
    const std::pair<const char*, std::size_t*> wanted[] = {
        {"schema", &columns.schema}, {"run", &columns.run},     {"preset", &columns.preset},
        {"seed", &columns.seed},     {"every", &columns.every}, {"boids", &columns.boids}};
    for (const auto& [name, column] : wanted) {
        const auto found = std::ranges::find(columns.names, name);
        if (found == columns.names.end()) {
            return csv.problem(fmt::format("not a table of `shoal sweep`: column \"{}\" is missing", name));
        }
        *column = static_cast<std::size_t>(found - columns.names.begin());
    }
    return columns;
}

SweepRow rowFrom(const std::vector<std::string_view>& cells, const Columns& columns) {
    SweepRow row{.preset = std::string(cells[columns.preset]), .settings = {}};
    for (std::size_t column = columns.every + 1; column < columns.boids; ++column) {
        row.settings.push_back({columns.names[column], std::string(cells[column])});
    }
    row.settings.push_back({"seed", std::string(cells[columns.seed])});
    return row;
}

}  // namespace

Outcome SweepRow::applyTo(Scene& scene) const {
    for (const SweepRequest::Entry& setting : settings) {
        if (auto set = applySetting(scene, setting.key + "=" + setting.text); !set) {
            return set;
        }
    }
    return scene.check();
}

Result<SweepRow> findSweepRow(std::string_view text, std::uint64_t run, const std::string& fileName) {
    CsvReader csv(text, fileName, kMaxSweepColumns);
    if (text.starts_with(kJournalTitle)) {
        return csv.problem(
            "the journal of an unfinished sweep; give the same `shoal sweep` command again to finish it");
    }
    const auto columns = readHeader(csv);
    if (!columns) {
        return columns.problem();
    }
    std::uint64_t last = 0;
    for (;;) {
        const auto isThere = csv.next();
        if (!isThere) {
            return isThere.problem();
        }
        if (!*isThere) {
            return Problem{oneLine(fmt::format("{}: has no run {}; its last is {}", fileName, run, last))};
        }
        const auto& cells = csv.cells();
        const auto number = numberFrom<std::uint64_t>(cells[columns->run]);
        if (!number) {
            return csv.problem(fmt::format("run: \"{}\" is not a whole number", cells[columns->run]));
        }
        if (*number == run) {
            if (numberFrom<int>(cells[columns->schema]) != kSweepSchema) {
                return csv.problem(fmt::format("schema {}, but this Shoal reads schema {}",
                                               cells[columns->schema], kSweepSchema));
            }
            return rowFrom(cells, *columns);
        }
        last = std::max(last, *number);
    }
}

bool isSweepTableText(std::string_view text) {
    const std::string_view header = text.substr(0, text.find_first_of("\r\n"));
    const auto names = [header](std::string_view column) {
        return header.find(column) != std::string_view::npos;
    };
    return header.starts_with(kJournalTitle) || (names("schema") && names("run") && names("burn_in"));
}

}  // namespace shoal
