#include "lab/sweep_result.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "lab/csv_reader.hpp"
#include "lab/sweep.hpp"
#include "sim/text/budget.hpp"
#include "sim/text/number.hpp"

namespace shoal {
namespace {

constexpr std::string_view kEnding = ".csv";
constexpr std::string_view kPartialEnding = ".partial";
constexpr std::string_view kJournalTitle = "shoal sweep journal ";
constexpr std::string_view kErrorSuffix = "_se";
constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

/// Reads the header, then row by row.
class TableReader {
public:
    TableReader(std::string_view text, const std::string& fileName)
        : m_text(text), m_csv(text, fileName, kMaxSweepColumns) {}

    Result<SweepResult> read() {
        if (auto header = readHeader(); !header) {
            return header.problem();
        }
        for (;;) {
            const auto isThere = m_csv.next();
            if (!isThere) {
                return isThere.problem();
            }
            if (!*isThere) {
                break;
            }
            if (auto row = readRow(); !row) {
                return row.problem();
            }
        }
        if (m_result.runs() == 0) {
            return m_csv.problem("holds no run");
        }
        m_result.steps = m_steps.value;
        m_result.burnIn = m_burnIn.value;
        for (Setting& setting : m_settings) {
            m_result.settings.push_back(std::move(setting.read));
        }
        return std::move(m_result);
    }

private:
    /// The columns that every table has.
    enum Fixed { schema, run, preset, seed, steps, burnIn, every, boids, samples, fixedCount };
    static constexpr std::array<std::string_view, fixedCount> kFixed{
        "schema", "run", "preset", "seed", "steps", "burn_in", "every", "boids", "samples"};

    struct Setting {
        SweepResult::Setting read;
        std::size_t cell = 0;
        std::unordered_map<std::string, std::uint32_t> known = {};
    };
    struct MeasureCells {
        std::size_t mean = 0;
        std::size_t error = kNone;
    };
    /// A whole number that all rows have in common.
    struct Common {
        std::optional<std::uint64_t> value;
        bool isMixed = false;

        void note(std::uint64_t now) {
            isMixed = isMixed || (value && *value != now);
            value = isMixed ? std::nullopt : std::optional(now);
        }
    };

    Outcome readHeader() {
        if (m_text.starts_with(kJournalTitle)) {
            return m_csv.problem(
                "the journal of an unfinished sweep; give the same `shoal sweep` command again to finish it");
        }
        const auto isThere = m_csv.next();
        if (!isThere) {
            return isThere.problem();
        }
        const auto& cells = m_csv.cells();
        m_width = cells.size();
        if (auto placed = placeFixed(); !placed) {
            return placed;
        }
        for (std::size_t cell = m_fixed[every] + 1; cell < m_fixed[boids]; ++cell) {
            addSetting(cells[cell], cell);
        }
        for (std::size_t cell = m_fixed[samples] + 1; cell < m_width; ++cell) {
            addMeasure(cells, cell);
        }
        if (m_measures.empty()) {
            return m_csv.problem("the table has no measure");
        }
        return Done{};
    }

    /// Finds the columns that every table has. The problem says how to save a table that another program
    /// changed.
    Outcome placeFixed() {
        const auto& cells = m_csv.cells();
        for (std::size_t column = 0; column < kFixed.size(); ++column) {
            m_fixed[column] = columnOf(kFixed[column]);
            if (m_fixed[column] == kNone) {
                const bool hasOtherSeparator = cells.size() == 1 && isSweepTableText(cells.front());
                return m_csv.problem(
                    hasOtherSeparator ? "its cells are separated by semicolons or tabs: save the table with "
                                        "commas, and with points in numbers"
                                      : fmt::format("not a table of `shoal sweep`: column \"{}\" is missing",
                                                    kFixed[column]));
            }
            if (column > schema && m_fixed[column] < m_fixed[column - 1]) {
                return m_csv.problem(
                    fmt::format("column \"{}\" stands before \"{}\": keep the columns in the "
                                "order of `shoal sweep`",
                                kFixed[column], kFixed[column - 1]));
            }
        }
        if (m_fixed[schema] > 0) {
            return m_csv.problem(
                fmt::format("column \"{}\" before \"schema\" is an index that another program "
                            "added: save the table without it (pandas: index=False)",
                            cells[m_fixed[schema] - 1]));
        }
        return Done{};
    }

    std::size_t columnOf(std::string_view name) const {
        const auto found = std::ranges::find(m_csv.cells(), name);
        return found == m_csv.cells().end() ? kNone : static_cast<std::size_t>(found - m_csv.cells().begin());
    }

    /// A key that is both set and varied has two columns: the second one counts.
    void addSetting(std::string_view key, std::size_t cell) {
        const auto same =
            std::ranges::find_if(m_settings, [&](const Setting& setting) { return setting.read.key == key; });
        if (same != m_settings.end()) {
            same->cell = cell;
            return;
        }
        m_settings.push_back({.read = {.key = std::string(key), .values = {}, .valueOf = {}}, .cell = cell});
    }

    void addMeasure(const std::vector<std::string_view>& cells, std::size_t cell) {
        const std::string name(cells[cell]);
        if (name.ends_with(kErrorSuffix) && !m_measures.empty() && m_measures.back().mean + 1 == cell &&
            cells[cell - 1] == std::string_view(name).substr(0, name.size() - kErrorSuffix.size())) {
            m_measures.back().error = cell;
            return;
        }
        m_measures.push_back({.mean = cell});
        m_result.measures.push_back({.column = name, .means = {}, .errors = {}});
    }

    Outcome readRow() {
        const auto& cells = m_csv.cells();
        if (cells.size() != m_width) {
            return m_csv.problem(fmt::format("has {} cells, but the header has {}", cells.size(), m_width));
        }
        if (m_result.runs() >= kMaxRuns) {
            return m_csv.problem(fmt::format("a sweep has at most {} runs", kMaxRuns));
        }
        if ((m_result.runs() + 1) * m_width > kMaxSweepCells) {
            return m_csv.problem(fmt::format("Shoal shows tables of at most {} cells", kMaxSweepCells));
        }
        if (auto known = readRun(); !known) {
            return known;
        }
        for (Setting& setting : m_settings) {
            if (auto read = readSetting(setting); !read) {
                return read;
            }
        }
        for (std::size_t index = 0; index < m_measures.size(); ++index) {
            if (auto read = readMeasure(index); !read) {
                return read;
            }
        }
        return Done{};
    }

    Result<std::uint64_t> whole(Fixed column) const {
        const std::string_view text = m_csv.cells()[m_fixed[column]];
        const auto value = numberFrom<std::uint64_t>(text);
        return value ? Result<std::uint64_t>(*value)
                     : m_csv.problem(fmt::format("{}: \"{}\" is not a whole number of at least 0",
                                                 kFixed[column], text));
    }

    Outcome readRun() {
        const auto schemaOfRow = whole(schema);
        if (!schemaOfRow) {
            return schemaOfRow.problem();
        }
        if (*schemaOfRow < 1 || *schemaOfRow > kSweepSchema) {
            return m_csv.problem(
                fmt::format("schema {}, but this Shoal reads schemas 1 to {}", *schemaOfRow, kSweepSchema));
        }
        const auto number = whole(run);
        const auto seedOfRow = whole(seed);
        const auto stepsOfRow = whole(steps);
        const auto burnInOfRow = whole(burnIn);
        for (const auto* each : {&number, &seedOfRow, &stepsOfRow, &burnInOfRow}) {
            if (!*each) {
                return each->problem();
            }
        }
        if (!m_runs.insert(*number).second) {
            return m_csv.problem(fmt::format("run {} is there twice", *number));
        }
        const std::string_view name = m_csv.cells()[m_fixed[preset]];
        if (m_result.runs() == 0) {
            m_result.preset = name;
        } else if (name != m_result.preset) {
            return m_csv.problem(
                fmt::format("the preset is {}, but that of the rows before is {}", name, m_result.preset));
        }
        m_result.seeds.push_back(*seedOfRow);
        m_steps.note(*stepsOfRow);
        m_burnIn.note(*burnInOfRow);
        return Done{};
    }

    Outcome readSetting(Setting& setting) {
        const std::string_view text = m_csv.cells()[setting.cell];
        if (text.empty() || text.size() > kMaxNameBytes) {
            return m_csv.problem(
                fmt::format("{}: {}", setting.read.key, text.empty() ? "no value" : "the value is too long"));
        }
        const auto next = static_cast<std::uint32_t>(setting.read.values.size());
        const auto [known, isNew] = setting.known.try_emplace(std::string(text), next);
        if (isNew) {
            if (++m_values > kMaxSweepValues) {
                return m_csv.problem(
                    fmt::format("Shoal shows tables of at most {} different values", kMaxSweepValues));
            }
            setting.read.values.emplace_back(text);
        }
        setting.read.valueOf.push_back(known->second);
        return Done{};
    }

    Outcome readMeasure(std::size_t index) {
        SweepResult::Measure& measure = m_result.measures[index];
        const MeasureCells& from = m_measures[index];
        auto mean = number(measure.column, from.mean);
        if (!mean) {
            return mean.problem();
        }
        auto error = from.error == kNone ? Result<double>(std::nan("")) : number(measure.column, from.error);
        if (!error) {
            return error.problem();
        }
        measure.means.push_back(*mean);
        measure.errors.push_back(*error);
        return Done{};
    }

    Result<double> number(const std::string& column, std::size_t cell) const {
        const std::string_view text = m_csv.cells()[cell];
        if (text.empty()) {
            return std::nan("");
        }
        const auto value = finiteNumberFrom(text);
        if (!value) {
            return m_csv.problem(fmt::format("{}: \"{}\" is not a finite number", column, text));
        }
        return *value;
    }

    std::string_view m_text;
    CsvReader m_csv;
    std::size_t m_width = 0;
    std::array<std::size_t, fixedCount> m_fixed{};
    std::vector<Setting> m_settings;
    std::vector<MeasureCells> m_measures;
    std::set<std::uint64_t> m_runs;
    std::size_t m_values = 0;
    Common m_steps;
    Common m_burnIn;
    SweepResult m_result;
};

}  // namespace

Result<SweepResult> parseSweepResult(std::string_view text, const std::string& fileName) {
    return TableReader(text, fileName).read();
}

bool isSweepTableText(std::string_view text) {
    const std::string_view header = text.substr(0, text.find_first_of("\r\n"));
    const auto names = [header](std::string_view column) {
        return header.find(column) != std::string_view::npos;
    };
    return header.starts_with(kJournalTitle) || (names("schema") && names("run") && names("burn_in"));
}

bool isSweepTableName(const std::filesystem::path& file) {
    return file.extension() == kEnding ||
           (file.extension() == kPartialEnding && file.stem().extension() == kEnding);
}

}  // namespace shoal
