#pragma once

#include <string>
#include <utility>

#include <shoal/parameter.hpp>

#include "sim/text/toml_parse.hpp"

namespace shoal {

/// Reads the tunables of a settings struct. A value that is out of range or of another type is passed over.
void readTunables(const toml::table& table, const Tunables& settings);

/// Writes those tunables of a settings struct that differ from the usual ones, and removes the others.
void writeTunables(toml::table& table, const Tunables& settings, const Tunables& usual);

/// Returns a value as TOML, and a table of the settings file.
std::string nodeText(const toml::node& node);
std::string tableText(const toml::table& table);

/// The same for a settings struct and the text of its table in the settings file, which is empty at first.
template <class Settings>
Settings settingsFrom(const std::string& text, Settings settings = {}) {
    if (const auto table = parseToml(text, "settings", kStateBudget)) {
        readTunables(*table, {&settings, Settings::parameters});
    }
    return settings;
}

/// Keys of `before` that the struct does not have stay: another version may have written them.
template <class Settings>
std::string settingsText(Settings settings, const std::string& before = {}, Settings usual = {}) {
    auto kept = parseToml(before, "settings", kStateBudget);
    toml::table table = kept ? *std::move(kept) : toml::table();
    writeTunables(table, {&settings, Settings::parameters}, {&usual, Settings::parameters});
    return tableText(table);
}

}  // namespace shoal
