#include "lab/life/tracks.hpp"

#include <algorithm>
#include <cctype>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "lab/csv_reader.hpp"
#include "lab/life/tracks_builder.hpp"
#include "sim/text/number.hpp"
#include "system/files/atomic_file.hpp"

namespace shoal {
namespace {

constexpr std::size_t kMaxTracksBytes = std::size_t{256} << 20;

std::string trackExtension(const std::string& file) {
    const std::size_t dot = file.rfind('.');
    std::string ending = dot == std::string::npos ? "" : file.substr(dot);
    std::ranges::transform(ending, ending.begin(),
                           [](unsigned char each) { return static_cast<char>(std::tolower(each)); });
    return ending;
}

Result<TrackColumns> trackColumnsIn(const CsvReader& reader) {
    TrackColumns columns;
    const std::vector<std::string_view>& cells = reader.cells();
    const auto find = [&](std::initializer_list<std::string_view> names) -> std::optional<std::size_t> {
        const auto found = std::ranges::find_first_of(cells, names);
        return found == cells.end() ? std::nullopt
                                    : std::optional(static_cast<std::size_t>(found - cells.begin()));
    };
    columns.seconds = find({"seconds", "time", "t"});
    columns.frame = find({"frame", "step"});
    columns.id = find({"id"});
    columns.species = find({"species"});
    columns.position = {find({"x"}), find({"y"}), find({"z"})};
    columns.velocity = {find({"vx"}), find({"vy"}), find({"vz"})};
    if (!columns.position[0] || !columns.position[1]) {
        return reader.problem("tracks need the columns x and y, in metres");
    }
    if (!columns.seconds && !columns.frame) {
        return reader.problem("tracks need a column seconds, or frame or step");
    }
    if (!columns.position[2]) {
        columns.layFlat();
    }
    return columns;
}

Result<Tracks> parseCsv(std::string_view text, const std::string& fileName, const std::string& species) {
    CsvReader reader(text, fileName, kMaxTrackColumns);
    const auto heading = reader.next();
    if (!heading) {
        return heading.problem();
    }
    const auto columns = trackColumnsIn(reader);
    if (!columns) {
        return columns.problem();
    }
    const std::size_t width = reader.cells().size();
    const std::size_t timeColumn = columns->seconds ? *columns->seconds : *columns->frame;
    TracksBuilder builder(fileName, species);
    for (;;) {
        const auto read = reader.next();
        if (!read) {
            return read.problem();
        }
        if (!*read) {
            return std::move(builder).finish(columns->seconds.has_value(), columns->id.has_value());
        }
        const auto& cells = reader.cells();
        if (cells.size() != width) {
            return reader.problem(fmt::format("has {} cells, but the heading has {}", cells.size(), width));
        }
        const auto time = finiteNumberFrom(cells[timeColumn]);
        if (!time) {
            return reader.problem(fmt::format("\"{}\" is no time", cells[timeColumn]));
        }
        if (const auto fault =
                builder.add(cells, *columns, *time,
                            columns->species ? std::string(cells[*columns->species]) : std::string())) {
            return reader.problem(*fault);
        }
    }
}

}  // namespace

bool isTracksFile(const std::string& file) {
    const std::string ending = trackExtension(file);
    return ending == ".csv" || ending == ".xyz" || ending == ".extxyz";
}

Result<Tracks> parseTracks(std::string_view text, const std::string& fileName, const std::string& species) {
    return trackExtension(fileName) == ".csv" ? parseCsv(text, fileName, species)
                                              : parseXyzTracks(text, fileName, species);
}

Result<Tracks> readTracks(const std::string& file, const std::string& species) {
    const auto text = readWholeFile(file, kMaxTracksBytes);
    return text ? parseTracks(*text, file, species) : text.problem();
}

}  // namespace shoal
