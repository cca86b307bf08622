#include "sim/text/toml_parse.hpp"

#include <utility>

#include "sim/text/toml_mistakes.hpp"
#include "sim/text/toml_scan.hpp"

namespace shoal {

Result<toml::table> parseToml(std::string_view text, const std::string& fileName, const TomlBudget& budget) {
    const auto refused = [&](toml::source_position where, std::string what) {
        TomlMistakes mistakes(fileName);
        // Pictures and films hold zero bytes, texts never do.
        const bool isBinary = text.find('\0') != std::string_view::npos;
        mistakes.note(where, isBinary ? "this is not a text file" : std::move(what));
        return mistakes.problem();
    };
    if (auto flaw = scanToml(text, budget)) {
        return refused({flaw->line, flaw->column}, std::move(flaw->what));
    }
    // Without the file's name: toml++ copies it in a function that ends the program if memory runs out.
    toml::parse_result parsed = toml::parse(text);
    if (!parsed) {
        return refused(parsed.error().source().begin, std::string(parsed.error().description()));
    }
    return std::move(parsed).table();
}

}  // namespace shoal
