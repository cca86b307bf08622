#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <shoal/parameter.hpp>
#include <shoal/result.hpp>

#include "sim/toml.hpp"

namespace shoal {

/// "a table", "a whole number": what a file holds where something else was expected.
std::string_view tomlTypeName(const toml::node& node);

/// What is wrong in a file that a person wrote. A table lists its keys by the alphabet, people read from the
/// top: the earliest mistake counts.
class TomlMistakes {
public:
    /// `fileName` as the user knows the file.
    explicit TomlMistakes(std::string fileName) : m_fileName(std::move(fileName)) {}

    void note(toml::source_position where, std::string what);

    /// `what` ends in a name that is none of `known`; the problem suggests the nearest of them.
    void noteUnknown(toml::source_position where, std::string what, std::string_view name,
                     std::span<const std::string> known);

    /// `kind`: "key", "table", "rule".
    void noteUnknown(std::string_view kind, const toml::key& key, std::span<const std::string> known);

    bool isEmpty() const { return !m_first; }

    /// `night.toml:12:3: what`, on one line. Only where there is a mistake.
    Problem problem() const;

private:
    struct Mistake {
        toml::source_position where;
        std::string what;
        // Suggestions are costly, and a hostile file may hold 100,000 mistakes: only the first is given one.
        std::string name;
        std::vector<std::string> known;
    };

    std::string m_fileName;
    std::optional<Mistake> m_first;
};

/// The value to store for what a file gives a tunable, or why it cannot be that.
Result<double> tomlValue(const Parameter& parameter, const toml::node& node);

}  // namespace shoal
