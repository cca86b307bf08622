#include "lab/life/tracks.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "lab/csv_reader.hpp"
#include "sim/text/number.hpp"
#include "sim/text/one_line.hpp"
#include "system/files/atomic_file.hpp"

namespace shoal {
namespace {

constexpr std::size_t kMaxTracksBytes = std::size_t{256} << 20;
constexpr std::size_t kMaxColumns = 200;
constexpr std::size_t kMaxSpecies = 100;

/// What one line of a file says of an animal.
struct TrackRow {
    double time = 0.0;
    std::optional<std::uint64_t> id;
    Vec3f position;
    std::optional<Vec3f> velocity;
};

std::string trackExtension(const std::string& file) {
    const std::size_t dot = file.rfind('.');
    std::string ending = dot == std::string::npos ? "" : file.substr(dot);
    std::ranges::transform(ending, ending.begin(),
                           [](unsigned char each) { return static_cast<char>(std::tolower(each)); });
    return ending;
}

/// Puts rows in order: by time, and in each frame by id.
class TracksBuilder {
public:
    TracksBuilder(std::string fileName, std::string species)
        : m_fileName(std::move(fileName)), m_species(std::move(species)) {}

    /// `species` is empty if the file does not say.
    void add(const TrackRow& row, const std::string& species) {
        Group& group = m_groups[species];
        auto& frame = group[row.time];
        frame.push_back({row.id.value_or(frame.size()), row.position, row.velocity.value_or(Vec3f{})});
        m_lacksVelocity = m_lacksVelocity || !row.velocity;
    }

    bool hasTooManySpecies() const { return m_groups.size() > kMaxSpecies; }

    Result<Tracks> finish(bool hasTime, bool hasId) && {
        if (m_groups.empty()) {
            return Problem{m_fileName + ": no animal in it has a position"};
        }
        auto chosen = m_groups.find(m_species);
        if (chosen == m_groups.end() && m_groups.size() == 1) {
            chosen = m_groups.begin();
        }
        if (chosen == m_groups.end()) {
            std::vector<std::string> names;
            for (const auto& [name, group] : m_groups) {
                names.push_back(name);
            }
            return Problem{oneLine(fmt::format("{}: none of its species ({}) is called {}, as in the scene",
                                               m_fileName, fmt::join(names, ", "), m_species))};
        }
        if (m_lacksVelocity && (!hasTime || !hasId)) {
            return Problem{
                fmt::format("{}: has no velocities (vx, vy, vz); without them it needs {} of each "
                            "position",
                            m_fileName, hasTime ? "the id" : "the time (seconds)")};
        }
        Tracks tracks;
        for (auto& [time, animals] : chosen->second) {
            std::ranges::sort(animals, {}, &Tracks::Animal::id);
            const auto twice = std::ranges::adjacent_find(animals, {}, &Tracks::Animal::id);
            if (twice != animals.end()) {
                return Problem{
                    fmt::format("{}: animal {} is twice in the frame at {:g}", m_fileName, twice->id, time)};
            }
            tracks.frames.push_back({time, std::move(animals)});
        }
        if (m_lacksVelocity) {
            findVelocities(tracks);
        }
        std::erase_if(tracks.frames, [](const Tracks::Frame& frame) { return frame.animals.size() < 2; });
        if (tracks.frames.empty()) {
            return Problem{m_fileName + ": no frame has two animals whose velocities are known"};
        }
        return tracks;
    }

private:
    using Group = std::map<double, std::vector<Tracks::Animal>>;

    static const Tracks::Animal* find(const Tracks::Frame* frame, std::uint64_t id) {
        if (frame == nullptr) {
            return nullptr;
        }
        const auto found = std::ranges::lower_bound(frame->animals, id, {}, &Tracks::Animal::id);
        return found != frame->animals.end() && found->id == id ? &*found : nullptr;
    }

    /// Central differences; to one side where an animal was not seen before or after. Animals that were seen
    /// once are left out.
    static void findVelocities(Tracks& tracks) {
        std::vector<Tracks::Frame>& frames = tracks.frames;
        const std::vector<Tracks::Frame> seen = frames;
        for (std::size_t index = 0; index < frames.size(); ++index) {
            const Tracks::Frame* before = index > 0 ? &seen[index - 1] : nullptr;
            const Tracks::Frame* after = index + 1 < seen.size() ? &seen[index + 1] : nullptr;
            std::vector<Tracks::Animal> moving;
            for (Tracks::Animal animal : seen[index].animals) {
                const Tracks::Animal* from = find(before, animal.id);
                const Tracks::Animal* to = find(after, animal.id);
                const double start = from != nullptr ? before->time : seen[index].time;
                const double end = to != nullptr ? after->time : seen[index].time;
                if (end > start) {
                    const Vec3f way = (to != nullptr ? to->position : animal.position) -
                                      (from != nullptr ? from->position : animal.position);
                    animal.velocity = way * static_cast<float>(1.0 / (end - start));
                    moving.push_back(animal);
                }
            }
            frames[index].animals = std::move(moving);
        }
    }

    std::string m_fileName;
    std::string m_species;
    std::map<std::string, Group> m_groups;
    bool m_lacksVelocity = false;
};

/// The numbers of some cells; empty if one is missing or is not finite, as for an animal that was not seen.
template <std::size_t Count>
std::optional<std::array<float, Count>> numbersIn(const std::vector<std::string_view>& cells,
                                                  const std::array<std::optional<std::size_t>, Count>& at) {
    std::array<float, Count> numbers{};
    for (std::size_t index = 0; index < Count; ++index) {
        const auto number = !at[index]                  ? std::optional(0.0)
                            : *at[index] < cells.size() ? finiteNumberFrom(cells[*at[index]])
                                                        : std::nullopt;
        if (!number) {
            return std::nullopt;
        }
        numbers[index] = static_cast<float>(*number);
    }
    return numbers;
}

/// A cell that is not a number, but not one of those that trackers write for an animal not seen.
bool isNoNumber(std::string_view cell) {
    return !cell.empty() && !numberFrom<double>(cell) && cell != "NaN" && cell != "NA" && cell != "-";
}

Vec3f vectorOf(const std::array<float, 3>& numbers) {
    return {numbers[0], numbers[1], numbers[2]};
}

/// Where the columns are.
struct TrackColumns {
    std::optional<std::size_t> seconds;
    std::optional<std::size_t> frame;
    std::optional<std::size_t> id;
    std::optional<std::size_t> species;
    std::array<std::optional<std::size_t>, 3> position{};
    std::array<std::optional<std::size_t>, 3> velocity{};

    bool hasVelocity() const { return velocity[0] && (velocity[1] || velocity[2]); }

    /// In a file without z, the plane is horizontal; up is y here.
    void layFlat() {
        std::swap(position[1], position[2]);
        std::swap(velocity[1], velocity[2]);
    }
};

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
    CsvReader reader(text, fileName, kMaxColumns);
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
        TrackRow row;
        const auto time = finiteNumberFrom(cells[timeColumn]);
        if (!time) {
            return reader.problem(fmt::format("\"{}\" is no time", cells[timeColumn]));
        }
        row.time = *time;
        if (columns->id) {
            row.id = numberFrom<std::uint64_t>(cells[*columns->id]);
            if (!row.id) {
                return reader.problem(fmt::format("\"{}\" is no id: a whole number", cells[*columns->id]));
            }
        }
        for (const auto& column : columns->position) {
            if (column && isNoNumber(cells[*column])) {
                return reader.problem(fmt::format("\"{}\" is no position", cells[*column]));
            }
        }
        const auto position = numbersIn(cells, columns->position);
        const auto velocity =
            columns->hasVelocity() ? numbersIn(cells, columns->velocity) : std::array<float, 3>{};
        if (!position || !velocity) {
            continue;
        }
        row.position = vectorOf(*position);
        row.velocity = columns->hasVelocity() ? std::optional(vectorOf(*velocity)) : std::nullopt;
        builder.add(row, columns->species ? std::string(cells[*columns->species]) : std::string());
        if (builder.hasTooManySpecies()) {
            return reader.problem(fmt::format("has more than {} species", kMaxSpecies));
        }
    }
}

std::vector<std::string_view> wordsIn(std::string_view line) {
    std::vector<std::string_view> words;
    for (std::size_t at = line.find_first_not_of(" \t\r"); at != std::string_view::npos;) {
        const std::size_t end = std::min(line.find_first_of(" \t\r", at), line.size());
        words.push_back(line.substr(at, end - at));
        at = line.find_first_not_of(" \t\r", end);
    }
    return words;
}

/// The value of `key=value` or `key="some values"`; empty if there is none.
std::string_view commentValue(std::string_view comment, std::string_view key) {
    for (std::size_t at = comment.find(key); at != std::string_view::npos; at = comment.find(key, at + 1)) {
        const std::size_t start = at + key.size();
        const bool isWord = at == 0 || comment[at - 1] == ' ';
        if (!isWord || start >= comment.size() || comment[start] != '=') {
            continue;
        }
        const std::string_view rest = comment.substr(start + 1);
        if (rest.starts_with('"')) {
            return rest.substr(1, rest.find('"', 1) - 1);
        }
        return rest.substr(0, rest.find_first_of(" \r"));
    }
    return {};
}

/// Reads extended XYZ: a number of animals, a comment that names the columns, and a line for each animal.
class XyzReader {
public:
    XyzReader(std::string_view text, const std::string& fileName, const std::string& species)
        : m_text(text), m_fileName(fileName), m_builder(fileName, species) {}

    Result<Tracks> read() && {
        for (double frame = 0.0; m_at < m_text.size(); ++frame) {
            const std::string_view first = nextLine();
            if (wordsIn(first).empty()) {
                continue;
            }
            const auto words = wordsIn(first);
            const auto count = numberFrom<std::size_t>(words[0]);
            if (!count || words.size() != 1) {
                return problem("expected the number of animals of a frame");
            }
            if (auto read = readFrame(*count, frame); !read) {
                return read.problem();
            }
        }
        return std::move(m_builder).finish(m_hasTime, m_hasId);
    }

private:
    std::string_view nextLine() {
        const std::size_t end = std::min(m_text.find('\n', m_at), m_text.size());
        const std::string_view line = m_text.substr(m_at, end - m_at);
        m_at = std::min(end + 1, m_text.size());
        ++m_line;
        return line;
    }

    Problem problem(std::string_view what) const {
        return {oneLine(fmt::format("{}:{}: {}", m_fileName, m_line, what))};
    }

    /// Finds the columns in `Properties=species:S:1:pos:R:3:…`.
    Outcome readProperties(std::string_view properties) {
        m_columns = {};
        m_width = 0;
        std::vector<std::string_view> parts;
        for (std::size_t at = 0; at <= properties.size();) {
            const std::size_t end = std::min(properties.find(':', at), properties.size());
            parts.push_back(properties.substr(at, end - at));
            at = end + 1;
        }
        for (std::size_t part = 0; part + 2 < parts.size(); part += 3) {
            const auto width = numberFrom<std::size_t>(parts[part + 2]);
            if (!width || *width > kMaxColumns) {
                return problem("Properties= is not a list of name:type:columns");
            }
            const auto put = [&](std::array<std::optional<std::size_t>, 3>& at) {
                for (std::size_t axis = 0; axis < 3 && axis < *width; ++axis) {
                    at[axis] = m_width + axis;
                }
            };
            if (parts[part] == "species") {
                m_columns.species = m_width;
            } else if (parts[part] == "id") {
                m_columns.id = m_width;
            } else if (parts[part] == "pos") {
                put(m_columns.position);
            } else if (parts[part] == "velo" || parts[part] == "vel") {
                put(m_columns.velocity);
            }
            m_width += *width;
        }
        if (!m_columns.position[0] || !m_columns.position[1]) {
            return problem("Properties= names no pos with the animals' positions");
        }
        if (!m_columns.position[2]) {
            m_columns.layFlat();
        }
        return Done{};
    }

    /// Reads "H=fish He=shark", the names that Shoal's elements stand for.
    void readNames(std::string_view names) {
        for (const std::string_view pair : wordsIn(names)) {
            const std::size_t equals = pair.find('=');
            if (equals != std::string_view::npos) {
                m_names[std::string(pair.substr(0, equals))] = std::string(pair.substr(equals + 1));
            }
        }
    }

    Outcome readFrame(std::size_t count, double frame) {
        const std::string_view comment = nextLine();
        if (auto read = readProperties(commentValue(comment, "Properties")); !read) {
            return read;
        }
        readNames(commentValue(comment, "names"));
        const auto time = finiteNumberFrom(commentValue(comment, "Time"));
        m_hasTime = m_hasTime && time;
        m_hasId = m_hasId && m_columns.id;
        for (std::size_t animal = 0; animal < count; ++animal) {
            if (m_at >= m_text.size()) {
                return problem(fmt::format("the file ends after {} of {} animals", animal, count));
            }
            const auto words = wordsIn(nextLine());
            if (words.size() != m_width) {
                return problem(
                    fmt::format("has {} words, but Properties= names {} columns", words.size(), m_width));
            }
            if (auto added = addAnimal(words, time.value_or(frame)); !added) {
                return added;
            }
        }
        return Done{};
    }

    Outcome addAnimal(const std::vector<std::string_view>& words, double time) {
        TrackRow row{.time = time, .id = {}, .position = {}, .velocity = {}};
        if (m_columns.id) {
            row.id = numberFrom<std::uint64_t>(words[*m_columns.id]);
            if (!row.id) {
                return problem(fmt::format("\"{}\" is no id: a whole number", words[*m_columns.id]));
            }
        }
        for (const auto& column : m_columns.position) {
            if (column && isNoNumber(words[*column])) {
                return problem(fmt::format("\"{}\" is no position", words[*column]));
            }
        }
        const auto position = numbersIn(words, m_columns.position);
        const auto velocity =
            m_columns.hasVelocity() ? numbersIn(words, m_columns.velocity) : std::array<float, 3>{};
        if (position && velocity) {
            row.position = vectorOf(*position);
            row.velocity = m_columns.hasVelocity() ? std::optional(vectorOf(*velocity)) : std::nullopt;
            const std::string element = m_columns.species ? std::string(words[*m_columns.species]) : "";
            const auto name = m_names.find(element);
            m_builder.add(row, name == m_names.end() ? element : name->second);
        }
        return m_builder.hasTooManySpecies()
                   ? Outcome(problem(fmt::format("has more than {} species", kMaxSpecies)))
                   : Outcome(Done{});
    }

    std::string_view m_text;
    const std::string& m_fileName;
    TracksBuilder m_builder;
    std::size_t m_at = 0;
    std::size_t m_line = 0;
    TrackColumns m_columns;
    std::size_t m_width = 0;  ///< columns of each line
    std::map<std::string, std::string> m_names;
    bool m_hasTime = true;
    bool m_hasId = true;
};

}  // namespace

bool isTracksFile(const std::string& file) {
    const std::string ending = trackExtension(file);
    return ending == ".csv" || ending == ".xyz" || ending == ".extxyz";
}

Result<Tracks> parseTracks(std::string_view text, const std::string& fileName, const std::string& species) {
    return trackExtension(fileName) == ".csv" ? parseCsv(text, fileName, species)
                                              : XyzReader(text, fileName, species).read();
}

Result<Tracks> readTracks(const std::string& file, const std::string& species) {
    const auto text = readWholeFile(file, kMaxTracksBytes);
    return text ? parseTracks(*text, file, species) : text.problem();
}

}  // namespace shoal
