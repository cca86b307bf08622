#include "viewer/settings/settings_table.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/text/number.hpp"
#include "sim/text/toml_mistakes.hpp"
#include "sim/text/toml_text.hpp"

namespace shoal {

namespace {

std::string keyText(std::string_view key) {
    const bool isBare = !key.empty() && key.find_first_not_of(
                                            "abcdefghijklmnopqrstuvwxyz0123456789_-"
                                            "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == key.npos;
    return isBare ? std::string(key) : tomlText(key);
}

/// Adds a table's values, then the tables within it. `name` of the table ends in a dot; empty for the file.
void addTable(std::string& text, const std::string& name, const toml::table& table) {
    for (const auto& [key, node] : table) {
        if (!node.is_table()) {
            text += fmt::format("{} = {}\n", keyText(key.str()), nodeText(node));
        }
    }
    for (const auto& [key, node] : table) {
        if (const toml::table* inner = node.as_table(); inner != nullptr && !inner->empty()) {
            const std::string innerName = name + keyText(key.str());
            text += fmt::format("\n[{}]\n", innerName);
            addTable(text, innerName + ".", *inner);
        }
    }
}

}  // namespace

std::string nodeText(const toml::node& node) {
    if (const auto* text = node.as_string()) {
        return tomlText(text->get());
    }
    if (const auto* list = node.as_array()) {
        std::vector<std::string> texts;
        std::ranges::transform(*list, std::back_inserter(texts), nodeText);
        return fmt::format("[{}]", fmt::join(texts, ", "));
    }
    if (const auto* table = node.as_table()) {
        std::vector<std::string> texts;
        for (const auto& [key, value] : *table) {
            texts.push_back(keyText(key.str()) + " = " + nodeText(value));
        }
        return fmt::format("{{{}}}", fmt::join(texts, ", "));
    }
    if (const auto* isOn = node.as_boolean()) {
        return isOn->get() ? "true" : "false";
    }
    const auto* whole = node.as_integer();
    return whole != nullptr ? fmt::format("{}", whole->get()) : fmt::format("{}", node.value_or(0.0));
}

std::string tableText(const toml::table& table) {
    std::string text;
    addTable(text, {}, table);
    return text;
}

void readTunables(const toml::table& table, const Tunables& settings) {
    for (std::size_t index = 0; index < settings.parameters.size(); ++index) {
        const toml::node* node = table.get(settings.parameters[index].declared.key);
        const auto value = node != nullptr ? tomlValue(settings.parameters[index], *node) : Problem{};
        if (value) {
            settings.set(index, *value);
        }
    }
}

void writeTunables(toml::table& table, const Tunables& settings, const Tunables& usual) {
    for (std::size_t index = 0; index < settings.parameters.size(); ++index) {
        const Parameter& parameter = settings.parameters[index];
        const double value = settings.get(index);
        const std::string text = parameter.text(value);
        if (value == usual.get(index)) {
            table.erase(parameter.declared.key);
            continue;
        }
        if (parameter.form == Form::choice) {
            table.insert_or_assign(parameter.declared.key, text);
        } else if (parameter.form == Form::toggle) {
            table.insert_or_assign(parameter.declared.key, value != 0.0);
        } else {
            table.insert_or_assign(parameter.declared.key, numberFrom<double>(text).value_or(value));
        }
    }
}

}  // namespace shoal
