#include <string_view>

#include <fmt/format.h>

#include <shoal/measures.hpp>
#include <shoal/preset.hpp>
#include <shoal/rule_set.hpp>

using namespace shoal;
using namespace shoal::test;

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

/// Returns the manual's table of rules, made from the rules' declarations.
std::string rulesTable() {
    std::string table = "| rule | kind | what it does | parameters | source |\n|---|---|---|---|---|\n";
    for (const RegisteredRule& registered : registeredRules()) {
        const RuleInfo& info = *registered.info;
        table += fmt::format("| `{}` | {} | {} | {} | {} |\n", info.key, kindName(registered.kind), info.help,
                             parameterList(registered.make()->tunables()), info.source);
    }
    return table;
}

/// Returns the manual's table of measures, made from their declarations.
std::string measuresTable() {
    std::string table = "| measure | columns | source |\n|---|---|---|\n";
    for (const MeasureKind& kind : measureKinds()) {
        std::string columns;
        for (const MeasureColumn& column : kind.columns) {
            columns += fmt::format("{}`{}`: {}", columns.empty() ? "" : "<br>", column.key, column.text());
        }
        table += fmt::format("| `{}` | {} | {} |\n", kind.key, columns, kind.source);
    }
    return table;
}

std::string projectFile(const std::string& path) {
    std::ifstream file(std::string(SHOAL_SOURCE_FOLDER) + "/" + path);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

std::string manualPage(const std::string& name) {
    return projectFile("assets/manual/" + name);
}

/// Returns the comment above a rule's struct, without its slashes; empty if there is none.
std::string commentOfRule(std::string_view key) {
    std::string comment;
    for (const char* folder : {"pair", "hunt", "field", "limit"}) {
        std::istringstream lines(projectFile(fmt::format("include/shoal/rules/{}/{}.hpp", folder, key)));
        for (std::string line; std::getline(lines, line) && !line.starts_with("struct ");) {
            if (!line.starts_with("///")) {
                comment.clear();
                continue;
            }
            comment += line.substr(line.starts_with("/// ") ? 4 : 3) + "\n";
        }
        if (!comment.empty()) {
            break;
        }
    }
    return comment;
}

/// Returns the manual's formulas of rules, made from the comments above their structs.
std::string rulesFormulas() {
    std::string text;
    for (const RegisteredRule& registered : registeredRules()) {
        text += fmt::format("\n**`{}`** {}", registered.info->key, commentOfRule(registered.info->key));
    }
    return text;
}

/// Counts how often each name begins a row of a table.
std::map<std::string, int> rowsOf(const std::string& text) {
    std::map<std::string, int> rows;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("| `")) {
            ++rows[line.substr(3, line.find('`', 3) - 3)];
        }
    }
    return rows;
}

}  // namespace

TEST_CASE("the manual's table of rules matches the rules' declarations", "[sim][manual]") {
    const std::string table = rulesTable();
    INFO("assets/manual/rules.md should hold this table:\n" << table);
    CHECK_THAT(manualPage("rules.md"), contains("\n\n" + table));
}

TEST_CASE("the manual says what each rule computes, in the words of its header", "[sim][manual]") {
    for (const RegisteredRule& registered : registeredRules()) {
        CAPTURE(registered.info->key);
        CHECK_FALSE(commentOfRule(registered.info->key).empty());
    }
    const std::string formulas = rulesFormulas();
    INFO("assets/manual/rules.md should end with:\n" << formulas);
    CHECK(manualPage("rules.md").ends_with(formulas));
}

TEST_CASE("the manual's table of measures matches their declarations", "[sim][manual]") {
    const std::string table = measuresTable();
    INFO("assets/manual/laboratory.md should hold this table:\n" << table);
    CHECK_THAT(manualPage("laboratory.md"), contains("\n\n" + table));
}

TEST_CASE("the manual lists and times every built-in preset and no other", "[sim][manual]") {
    std::map<std::string, int> expected;
    for (const BuiltinPreset& preset : builtinPresets()) {
        if (preset.base.empty()) {  // a variant costs as much as its base
            expected[std::string(preset.name)] = 1;
        }
    }
    CHECK(rowsOf(manualPage("models.md")) == expected);
    CHECK(rowsOf(manualPage("speed.md")) == expected);
}
