#pragma once

#include <string>

#include <CLI/CLI.hpp>

namespace shoal {

/// The width of all help [characters].
inline constexpr std::size_t kHelpWidth = 80;

/// Formats the help of a command in 80 columns, in a form that manual_page.awk turns into a manual page.
/// CLI11's own formatter does not wrap lines in every supported version.
class HelpFormatter : public CLI::FormatterBase {
public:
    std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override;
};

/// Wraps paragraphs, whose lines start in the first column, at `width`. Keeps indented and empty lines.
std::string wrapped(const std::string& text, std::size_t width);

}  // namespace shoal
