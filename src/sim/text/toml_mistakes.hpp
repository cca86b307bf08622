#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <shoal/parameter.hpp>
#include <shoal/result.hpp>

#include "sim/text/toml.hpp"

namespace shoal {

/// Names the type of a node for messages: "a table", "a whole number".
std::string_view tomlTypeName(const toml::node& node);

/// Collects the mistakes in a file that a person wrote. toml++ lists keys alphabetically, but people read
/// from the top, so only the earliest mistake is reported.
class TomlMistakes {
public:
    /// `fileName` appears in messages.
    explicit TomlMistakes(std::string fileName) : m_fileName(std::move(fileName)) {}

    void note(toml::source_position where, std::string what, Problem::Kind kind = Problem::Kind::other);

    /// `what` ends in a name that is not in `known`; the problem suggests the nearest of them.
    void noteUnknown(toml::source_position where, std::string what, std::string_view name,
                     std::span<const std::string> known);

    /// `kind`: "key", "table".
    void noteUnknown(std::string_view kind, const toml::key& key, std::span<const std::string> known);

    /// Also says that a plugin may have the rule. The known rules are too many to list.
    void noteUnknownRule(const toml::key& key, std::span<const std::string> known);

    bool isEmpty() const { return !m_first; }

    /// Returns `night.toml:12:3: what`, on one line. There must be a mistake.
    Problem problem() const;

private:
    struct Mistake {
        toml::source_position where;
        std::string what;
        Problem::Kind kind;  ///< of an unknown rule, names a plugin in place of the known rules
        // Suggestions are costly, and a hostile file may hold 100,000 mistakes: only the earliest gets one.
        std::string name;
        std::vector<std::string> known;
    };

    std::string m_fileName;
    std::optional<Mistake> m_first;
};

/// Returns the value to store for a node of a file, or says why it is not legal.
Result<double> tomlValue(const Parameter& parameter, const toml::node& node);

}  // namespace shoal
