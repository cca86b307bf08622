#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include <fmt/format.h>

#include <shoal/preset.hpp>
#include <shoal/rule_set.hpp>

#include "catch.hpp"

using namespace shoal;

namespace {

std::string kindName(RuleKind kind) {
    return kind == RuleKind::pair ? "pair" : (kind == RuleKind::field ? "field" : "limit");
}

std::string parameterList(Tunables tunables) {
    std::string list;
    for (const Parameter& parameter : tunables.parameters) {
        const Declaration& declared = parameter.declared;
        list += list.empty() ? "" : ", ";
        list += fmt::format("`{}`{}", declared.key,
                            declared.unit.empty() ? "" : fmt::format(" [{}]", declared.unit));
    }
    return list;
}

/// The README's table of rules, from what the rules declare.
std::string rulesTable() {
    std::string table = "| rule | kind | what it does | parameters | source |\n|---|---|---|---|---|\n";
    for (const RegisteredRule& registered : registeredRules()) {
        const RuleInfo& info = *registered.info;
        table += fmt::format("| `{}` | {} | {} | {} | {} |\n", info.key, kindName(registered.kind), info.help,
                             parameterList(registered.make()->tunables()), info.source);
    }
    return table;
}

std::string readme() {
    std::ifstream file(std::string(SHOAL_SOURCE_FOLDER) + "/README.md");
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

}  // namespace

TEST_CASE("the README's table of rules is what the rules declare", "[sim][readme]") {
    const std::string table = rulesTable();
    INFO("README.md should hold this table:\n" << table);
    CHECK(readme().find("\n\n" + table + "\n") != std::string::npos);
}

TEST_CASE("the README's tables name every built-in preset and no other", "[sim][readme]") {
    const std::string text = readme();
    // Once in the list of presets, and once among the measured times.
    std::map<std::string, int> rows;
    std::istringstream lines(text.substr(0, text.find("\n## Rules")));
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("| `")) {
            ++rows[line.substr(3, line.find('`', 3) - 3)];
        }
    }
    for (const BuiltinPreset& preset : builtinPresets()) {
        INFO(preset.name);
        CHECK(rows[std::string(preset.name)] == 2);
    }
    CHECK(rows.size() == builtinPresets().size());
}
