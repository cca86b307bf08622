#include "sim/text/toml_mistakes.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "sim/text/did_you_mean.hpp"
#include "sim/text/one_line.hpp"

namespace shoal {

std::string_view tomlTypeName(const toml::node& node) {
    switch (node.type()) {
        case toml::node_type::table:
            return "a table";
        case toml::node_type::array:
            return "a list";
        case toml::node_type::string:
            return "a string";
        case toml::node_type::integer:
            return "a whole number";
        case toml::node_type::floating_point:
            return "a number";
        case toml::node_type::boolean:
            return "true or false";
        default:
            return "a date or time";
    }
}

void TomlMistakes::note(toml::source_position where, std::string what, Problem::Kind kind) {
    where.line = std::max<toml::source_index>(where.line, 1);
    where.column = std::max<toml::source_index>(where.column, 1);
    if (!m_first || where < m_first->where) {
        m_first = Mistake{where, std::move(what), kind, {}, {}};
    }
}

void TomlMistakes::noteUnknown(toml::source_position where, std::string what, std::string_view name,
                               std::span<const std::string> known) {
    if (!m_first || where < m_first->where) {
        note(where, std::move(what));
        m_first->name = name;
        m_first->known.assign(known.begin(), known.end());
    }
}

void TomlMistakes::noteUnknown(std::string_view kind, const toml::key& key,
                               std::span<const std::string> known) {
    noteUnknown(key.source().begin, fmt::format("unknown {} \"{}\"", kind, key.str()), key.str(), known);
}

void TomlMistakes::noteUnknownRule(const toml::key& key, std::span<const std::string> known) {
    const toml::source_position where = key.source().begin;
    if (!m_first || where < m_first->where) {
        noteUnknown("rule", key, known);
        m_first->kind = Problem::Kind::unknownName;
    }
}

Problem TomlMistakes::problem() const {
    const auto& [where, what, kind, name, known] = *m_first;
    const std::string place = fmt::format("{}:{}:{}: ", m_fileName, where.line, where.column);
    std::string meant = known.empty() ? std::string() : didYouMean(name, known);
    if (kind == Problem::Kind::unknownName && !known.empty()) {
        meant = nearestName(name, known) ? meant.append(kNeedsPlugin) : std::string(kNeedsPlugin);
    }
    return {oneLine(place, place.size()) + oneLine(what + meant), kind};
}

Result<double> tomlValue(const Parameter& parameter, const toml::node& node) {
    if (parameter.form == Form::toggle) {
        if (const auto* value = node.as_boolean()) {
            return value->get() ? 1.0 : 0.0;
        }
    } else if (parameter.form == Form::choice) {
        if (const auto* value = node.as_string()) {
            return parameter.parse(value->get());
        }
    } else if (const auto* whole = node.as_integer()) {
        return parameter.checked(static_cast<double>(whole->get()));
    } else if (const auto* number = node.as_floating_point()) {
        return parameter.checked(number->get());
    }
    return Problem{fmt::format("{} is {}, but must be {}", parameter.declared.key, tomlTypeName(node),
                               parameter.expected())};
}

}  // namespace shoal
