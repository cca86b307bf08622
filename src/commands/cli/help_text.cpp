#include "commands/cli/help_text.hpp"

#include <algorithm>
#include <set>
#include <sstream>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace shoal {

namespace {

constexpr std::size_t kNameIndent = 2;
constexpr std::size_t kTextColumn = 24;

/// Splits words into lines of at most `width`; a longer word has a line of its own.
std::vector<std::string> linesOf(const std::string& words, std::size_t width) {
    std::vector<std::string> lines;
    std::istringstream stream(words);
    for (std::string word; stream >> word;) {
        if (lines.empty() || lines.back().size() + 1 + word.size() > width) {
            lines.push_back(word);
        } else {
            lines.back() += " " + word;
        }
    }
    return lines;
}

/// A name, and its text in the right column. A text of several lines gets a hanging indent.
std::string entry(const std::string& name, const std::string& text) {
    std::string all = std::string(kNameIndent, ' ') + name;
    bool isFirst = all.size() + 2 <= kTextColumn;
    if (!isFirst && !text.empty()) {
        all += '\n';
    }
    std::istringstream stream(text);
    const std::size_t hang = text.find('\n') == std::string::npos ? 0 : kNameIndent;
    for (std::string given; std::getline(stream, given);) {
        std::size_t indent = kTextColumn;
        for (const std::string& line : linesOf(given, kHelpWidth - kTextColumn - hang)) {
            all += std::string(indent - (isFirst ? all.size() : 0), ' ') + line + "\n";
            isFirst = false;
            indent = kTextColumn + hang;
        }
    }
    return text.empty() ? all + "\n" : all;
}

/// "-o, --output FILE"
std::string optionTitle(const CLI::Option& option) {
    std::string title;
    for (const std::string& name : option.get_snames()) {
        title += (title.empty() ? "-" : ", -") + name;
    }
    for (const std::string& name : option.get_lnames()) {
        title += (title.empty() ? "--" : ", --") + name;
    }
    const std::string type = option.get_items_expected_max() == 0 ? "" : option.get_type_name();
    return type.empty() ? title : title + " " + type;
}

std::string namesOf(const std::set<CLI::Option*>& options) {
    std::vector<std::string> names;
    for (const CLI::Option* option : options) {
        if (option->get_positional() || !option->get_group().empty()) {
            names.push_back(option->get_name());
        }
    }
    std::ranges::sort(names);
    return fmt::format("{}", fmt::join(names, ", "));
}

/// The option's description, and which others it needs or excludes.
std::string optionText(const CLI::Option& option) {
    std::string text = option.get_description();
    const std::string excluded = namesOf(option.get_excludes());
    const std::string needed = namesOf(option.get_needs());
    if (!excluded.empty()) {
        text += fmt::format(" (not with {})", excluded);
    }
    if (!needed.empty()) {
        text += fmt::format(" (needs {})", needed);
    }
    if (option.get_required() && !option.get_positional()) {
        text += " (required)";
    }
    return text;
}

std::string usage(const CLI::App& app, const std::string& name) {
    std::string text = "Usage: " + name + " [OPTIONS]";
    if (!app.get_subcommands({}).empty()) {
        return "Usage: " + name + " [COMMAND] [OPTIONS]\n  or:  " + name + " [OPTIONS] FILE|PRESET\n";
    }
    for (const CLI::Option* option : app.get_options()) {
        if (option->get_positional()) {
            text +=
                fmt::format(fmt::runtime(option->get_required() ? " {}" : " [{}]"), option->get_name(true));
        }
    }
    return text + "\n";
}

}  // namespace

std::string wrapped(const std::string& text, std::size_t width) {
    std::string all;
    std::string paragraph;
    const auto close = [&] {
        for (const std::string& line : linesOf(paragraph, width)) {
            all += line + "\n";
        }
        paragraph.clear();
    };
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) {
        const bool isHeading = line.ends_with(':') && line.size() < width;
        if (line.empty() || line.starts_with(' ')) {
            close();
            all += line + "\n";
        } else {
            paragraph += line + "\n";
            if (isHeading) {
                close();
            }
        }
    }
    close();
    return all;
}

std::string HelpFormatter::make_help(const CLI::App* app, std::string name, CLI::AppFormatMode) const {
    std::string arguments;
    std::string options;
    for (const CLI::Option* option : app->get_options()) {
        if (option->get_positional()) {
            arguments += entry(option->get_name(true), optionText(*option));
        } else if (!option->get_group().empty()) {
            options += entry(optionTitle(*option), optionText(*option));
        }
    }
    std::string commands;
    for (const CLI::App* command : app->get_subcommands({})) {
        commands += entry(command->get_name(), command->get_description());
    }
    std::string text = usage(*app, name) + wrapped(app->get_description(), kHelpWidth);
    for (const auto& [heading, list] : {std::pair<const char*, std::string&>{"Arguments:", arguments},
                                        {"Commands:", commands},
                                        {"Options:", options}}) {
        if (!list.empty()) {
            text += fmt::format("\n{}\n{}", heading, list);
        }
    }
    return text + "\n" + wrapped(app->get_footer(), kHelpWidth);
}

}  // namespace shoal
