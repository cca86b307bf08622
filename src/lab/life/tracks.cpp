#include "lab/life/tracks.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <functional>
#include <iterator>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "lab/csv_reader.hpp"
#include "lab/life/tracks_builder.hpp"
#include "sim/text/number.hpp"
#include "system/files/atomic_file.hpp"

namespace shoal {
namespace {

constexpr std::size_t kMaxTracksBytes = std::size_t{256} << 20;
constexpr std::size_t kMaxTrackColumns = 200;

std::string inLowerCase(std::string_view text) {
    std::string lower(text);
    std::ranges::transform(lower, lower.begin(),
                           [](unsigned char each) { return static_cast<char>(std::tolower(each)); });
    return lower;
}

/// Names of columns, the best one first: a table may well have a count of rows in "id" beside the animals in
/// "track_id", or frames in "t" beside "seconds".
constexpr std::array<std::string_view, 6> kTimeNames{"seconds", "second", "sec", "time", "t", "position_t"};
constexpr std::array<std::string_view, 5> kFrameNames{"frame", "frames", "frame_idx", "frame_number", "step"};
constexpr std::array<std::string_view, 11> kIdNames{"track_id", "trackid",   "individual", "individuals",
                                                    "animal",   "animal_id", "identity",   "track",
                                                    "particle", "fish_id",   "id"};
/// With the axis for the sign *.
constexpr std::array<std::string_view, 6> kPositionNames{"*",          "*#wcentroid", "*#centroid",
                                                         "position_*", "pos_*",       "*_pos"};
constexpr std::array<std::string_view, 5> kVelocityNames{"v*", "v*#wcentroid", "v*#centroid", "velocity_*",
                                                         "vel_*"};

/// In metres or seconds.
constexpr std::array<std::pair<std::string_view, double>, 11> kLengthUnits{{{"m", 1.0},
                                                                            {"metre", 1.0},
                                                                            {"metres", 1.0},
                                                                            {"meter", 1.0},
                                                                            {"meters", 1.0},
                                                                            {"cm", 1e-2},
                                                                            {"mm", 1e-3},
                                                                            {"km", 1e3},
                                                                            {"um", 1e-6},
                                                                            {"\u00b5m", 1e-6},
                                                                            {"micron", 1e-6}}};
constexpr std::array<std::pair<std::string_view, double>, 6> kTimeUnits{
    {{"s", 1.0}, {"sec", 1.0}, {"seconds", 1.0}, {"ms", 1e-3}, {"msec", 1e-3}, {"min", 60.0}}};
constexpr std::array<std::string_view, 3> kPixels{"px", "pixel", "pixels"};

std::optional<double> worthOf(const auto& units, std::string_view unit) {
    const auto found = std::ranges::find(units, unit, [](const auto& each) { return each.first; });
    return found == units.end() ? std::nullopt : std::optional(found->second);
}

/// Of a length or, if it is a speed, of a length in a time: "cm/s", "cm_s".
std::optional<double> metresIn(std::string_view unit, bool isSpeed) {
    if (!isSpeed) {
        return worthOf(kLengthUnits, unit);
    }
    const std::size_t per = unit.find_first_of("/_");
    const auto metres = worthOf(kLengthUnits, unit.substr(0, per));
    const auto seconds = worthOf(kTimeUnits, per == std::string_view::npos ? "" : unit.substr(per + 1));
    return metres && seconds ? std::optional(*metres / *seconds) : std::nullopt;
}

/// The unit in "(cm)" or "[cm]"; empty if there is none.
std::string unitIn(std::string_view text) {
    const std::size_t open = text.find_first_of("([");
    const std::size_t close = text.find_first_of(")]", std::min(open, text.size()));
    return close == std::string_view::npos ? "" : inLowerCase(text.substr(open + 1, close - open - 1));
}

/// A table's heading: the names of its columns in lower case, and their units, empty where it names none.
class Heading {
public:
    explicit Heading(const std::vector<std::string_view>& cells) {
        for (const std::string_view cell : cells) {
            std::string unit = unitIn(cell);
            std::string name =
                inLowerCase(cell.substr(0, unit.empty() ? cell.size() : cell.find_first_of("([")));
            name.resize(name.find_last_not_of(' ') + 1);
            for (std::size_t at = name.find('_'); unit.empty() && at < name.size();
                 at = name.find('_', at + 1)) {
                const std::string_view end = std::string_view(name).substr(at + 1);
                if (worthOf(kTimeUnits, end) || metresIn(end, false) || metresIn(end, true) ||
                    std::ranges::find(kPixels, end) != kPixels.end()) {
                    unit = end;
                    name.resize(at);
                }
            }
            m_names.push_back(std::move(name));
            m_units.push_back(std::move(unit));
        }
    }

    /// Takes the units that stand in a line of their own, as TrackMate writes them. False if there are none.
    bool addUnits(const std::vector<std::string_view>& cells) {
        bool isAny = false;
        for (std::size_t column = 0; column < m_units.size(); ++column) {
            if (m_units[column].empty()) {
                m_units[column] = unitIn(cells[column]);
                isAny = isAny || !m_units[column].empty();
            }
        }
        return isAny;
    }

    std::optional<std::size_t> find(std::string_view name) const {
        const auto found = std::ranges::find(m_names, name);
        return found == m_names.end() ? std::nullopt
                                      : std::optional(static_cast<std::size_t>(found - m_names.begin()));
    }

    std::optional<std::size_t> findAny(std::span<const std::string_view> names) const {
        const auto best =
            std::ranges::find_if(names, [&](std::string_view name) { return find(name).has_value(); });
        return best == names.end() ? std::nullopt : find(*best);
    }

    /// The columns of x, y and perhaps z that are named alike.
    std::array<std::optional<std::size_t>, 3> findVector(std::span<const std::string_view> patterns) const {
        std::array<std::optional<std::size_t>, 3> columns{};
        for (const std::string_view pattern : patterns) {
            for (std::size_t axis = 0; axis < columns.size(); ++axis) {
                std::string name(pattern);
                name[name.find('*')] = "xyz"[axis];
                columns[axis] = find(name);
            }
            if (columns[0] || columns[1]) {
                return columns;
            }
        }
        return columns;
    }

    bool isTwice(std::size_t column) const { return std::ranges::count(m_names, m_names[column]) > 1; }
    const std::string& name(std::size_t column) const { return m_names[column]; }
    const std::string& unit(std::size_t column) const { return m_units[column]; }
    const std::vector<std::string>& names() const { return m_names; }

private:
    std::vector<std::string> m_names;
    std::vector<std::string> m_units;
};

/// Finds the columns by their names. The problem lacks file and line.
Result<TrackColumns> trackColumnsIn(const Heading& heading) {
    TrackColumns columns;
    columns.seconds = heading.findAny(kTimeNames);
    columns.frame = heading.findAny(kFrameNames);
    columns.id = heading.findAny(kIdNames);
    columns.species = heading.find("species");
    columns.position = heading.findVector(kPositionNames);
    columns.velocity = heading.findVector(kVelocityNames);
    const auto& [x, y, z] = columns.position;
    const auto& [vx, vy, vz] = columns.velocity;
    if (!x || !y) {
        return Problem{
            fmt::format("tracks need a line for each animal at each time, with columns x and y, in "
                        "metres; found: {}",
                        fmt::join(heading.names(), ", "))};
    }
    if (!columns.seconds && !columns.frame) {
        return Problem{"tracks need a column seconds, or frame or step"};
    }
    if (vx.has_value() != vy.has_value() || (vz && !vx)) {
        return Problem{"tracks need all of vx, vy and, beside z, vz; or none of them"};
    }
    for (const auto& column : {columns.seconds, columns.seconds ? std::nullopt : columns.frame, columns.id,
                               columns.species, x, y, z, vx, vy, vz}) {
        if (column && heading.isTwice(*column)) {
            return Problem{fmt::format("two columns are called {}; rename one", heading.name(*column))};
        }
    }
    return columns;
}

/// What the numbers of columns are worth in SI; 1 where the heading names no unit.
Result<double> worthIn(const Heading& heading, std::span<const std::optional<std::size_t>> columns,
                       const std::function<std::optional<double>(std::string_view unit)>& worthOf) {
    std::optional<double> worth;
    for (const auto& column : columns) {
        if (!column) {
            continue;
        }
        const std::string& unit = heading.unit(*column);
        const auto own = unit.empty() ? std::optional(1.0) : worthOf(unit);
        if (!own) {
            return Problem{fmt::format("{} is in \"{}\"; convert it to metres, seconds or m/s",
                                       heading.name(*column), unit)};
        }
        if (worth.value_or(*own) != *own) {
            return Problem{
                fmt::format("{} has another unit than the columns like it", heading.name(*column))};
        }
        worth = own;
    }
    return worth.value_or(1.0);
}

Outcome settleUnits(const Heading& heading, TrackColumns& columns) {
    const auto metres = worthIn(heading, columns.position, [](auto unit) { return metresIn(unit, false); });
    const auto speed = worthIn(heading, columns.velocity, [](auto unit) { return metresIn(unit, true); });
    const auto seconds =
        worthIn(heading, std::span(&columns.seconds, 1), [](auto unit) { return worthOf(kTimeUnits, unit); });
    for (const auto* each : {&metres, &speed, &seconds}) {
        if (!*each) {
            return each->problem();
        }
    }
    columns.metres = *metres;
    columns.metresPerSecond = *speed;
    columns.secondsOfTime = *seconds;
    return Done{};
}

/// "seconds (not t), id, x (cm), y (cm)"
std::string columnsText(const Heading& heading, const TrackColumns& columns) {
    std::vector<std::string> names;
    const auto add = [&](const std::optional<std::size_t>& column) {
        if (column) {
            const std::string& unit = heading.unit(*column);
            names.push_back(heading.name(*column) + (unit.empty() ? "" : fmt::format(" ({})", unit)));
        }
    };
    const auto addBest = [&](const std::optional<std::size_t>& best, std::span<const std::string_view> all) {
        std::vector<std::string_view> others;
        std::ranges::copy_if(all, std::back_inserter(others), [&](std::string_view name) {
            return best && heading.find(name) && name != heading.name(*best);
        });
        add(best);
        if (!others.empty()) {
            names.back() += fmt::format(" (not {})", fmt::join(others, ", "));
        }
    };
    addBest(columns.seconds, kTimeNames);
    add(columns.seconds ? std::nullopt : columns.frame);
    addBest(columns.id, kIdNames);
    add(columns.species);
    std::ranges::for_each(columns.position, add);
    std::ranges::for_each(columns.velocity, add);
    return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

Result<Tracks> parseTracks(std::string_view text, const std::string& fileName, const std::string& species,
                           const Vec3d& period) {
    CsvReader reader(text, fileName, kMaxTrackColumns);
    const auto read = reader.next();
    if (!read) {
        return read.problem();
    }
    if (!*read) {
        return Problem{fileName + ": has no rows; tracks need a line for each animal at each time"};
    }
    Heading heading(reader.cells());
    auto columns = trackColumnsIn(heading);
    if (!columns) {
        return reader.problem(columns.problem().text);
    }
    const std::size_t timeColumn = columns->seconds ? *columns->seconds : *columns->frame;
    TracksBuilder builder(fileName, species, period);
    bool hasRows = false;
    const auto settled = [&] {
        const auto units = settleUnits(heading, *columns);
        return units ? units : reader.problem(units.problem().text);
    };
    Outcome units = settled();
    for (;;) {
        const auto next = reader.next();
        if (!next) {
            return next.problem();
        }
        if (!*next && !hasRows) {
            return Problem{fileName + ": has no rows below its heading"};
        }
        if (!*next) {
            return std::move(builder).finish(columns->seconds.has_value(), columns->id.has_value(),
                                             columnsText(heading, *columns));
        }
        const auto& cells = reader.cells();
        // TrackMate has four lines of headings, the last one with units.
        if (!hasRows && std::ranges::none_of(cells, isNumberCell)) {
            units = heading.addUnits(cells) ? settled() : units;
            continue;
        }
        hasRows = true;
        if (!units) {
            return units.problem();
        }
        const auto time = finiteNumberFrom(cells[timeColumn]);
        if (!time) {
            return reader.problem(
                fmt::format("\"{}\" is no time: a number of seconds or frames", cells[timeColumn]));
        }
        if (const auto fault =
                builder.add(cells, *columns, *time * columns->secondsOfTime,
                            columns->species ? std::string(cells[*columns->species]) : std::string())) {
            return reader.problem(*fault);
        }
    }
}

bool isTracksFile(const std::string& file) {
    const std::size_t dot = file.rfind('.');
    const std::string ending =
        dot == std::string::npos ? "" : inLowerCase(std::string_view(file).substr(dot));
    return ending == ".csv" || ending == ".tsv";
}

Result<Tracks> readTracks(const std::string& file, const std::string& species, const Vec3d& period) {
    const auto text = readWholeFile(file, kMaxTracksBytes);
    return text ? parseTracks(*text, file, species, period) : text.problem();
}

}  // namespace shoal
