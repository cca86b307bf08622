#include "sim/text/toml_parse.hpp"

#include <utility>

#include "sim/text/toml_mistakes.hpp"
#include "sim/text/toml_scan.hpp"

namespace shoal {

Result<toml::table> parseToml(std::string_view text, const std::string& fileName, const TomlBudget& budget) {
    TomlMistakes mistakes(fileName);
    if (auto flaw = scanToml(text, budget)) {
        mistakes.note({flaw->line, flaw->column}, std::move(flaw->what));
        return mistakes.problem();
    }
    toml::parse_result parsed = toml::parse(text, fileName);
    if (!parsed) {
        mistakes.note(parsed.error().source().begin, std::string(parsed.error().description()));
        return mistakes.problem();
    }
    return std::move(parsed).table();
}

}  // namespace shoal
