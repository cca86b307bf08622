#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "lab/life/tracks_builder.hpp"
#include "sim/text/number.hpp"
#include "sim/text/one_line.hpp"

namespace shoal {
namespace {

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
    XyzReader(std::string_view text, const std::string& fileName, const std::string& species,
              const Vec3d& period)
        : m_text(text), m_fileName(fileName), m_builder(fileName, species, period) {}

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
        return std::move(m_builder).finish(m_hasTime, m_hasId, {});
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
            if (!width || *width == 0 || *width > kMaxTrackColumns) {
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
        const std::string element = m_columns.species ? std::string(words[*m_columns.species]) : "";
        const auto name = m_names.find(element);
        const auto fault =
            m_builder.add(words, m_columns, time, name == m_names.end() ? element : name->second);
        return fault ? Outcome(problem(*fault)) : Outcome(Done{});
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

Result<Tracks> parseXyzTracks(std::string_view text, const std::string& fileName, const std::string& species,
                              const Vec3d& period) {
    return XyzReader(text, fileName, species, period).read();
}

}  // namespace shoal
