#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <type_traits>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "sim/text/number.hpp"
#include "system/files/atomic_file.hpp"

namespace shoal {

/// The valid range of a number on the command line, and its placeholder in help ("N", "S").
template <class T>
struct NumberRange {
    std::string placeholder;
    T min;
    T max;
};

/// Adds an option for a number. An invalid one gives `--fps wants a whole number from 1 to 240, not "abc"`.
template <class T, class Target>
CLI::Option* addNumber(CLI::App& app, const std::string& name, Target& target, const NumberRange<T>& range,
                       const std::string& help) {
    const auto read = [&target, name, range](const std::string& text) {
        const std::optional<T> value = numberFrom<T>(text);
        if (!value || !(*value >= range.min && *value <= range.max)) {  // also refuses NaN
            throw CLI::ParseError(fmt::format("{} wants a {} from {} to {}, not \"{}\"", name,
                                              std::is_floating_point_v<T> ? "number" : "whole number",
                                              range.min, range.max, text),
                                  CLI::ExitCodes::ValidationError);
        }
        target = *value;
    };
    return app.add_option_function<std::string>(name, read, help)->type_name(range.placeholder);
}

/// Refuses a value that names no file, or that looks like an option because the name was forgotten.
inline void requireFileName(const std::string& option, const std::string& text) {
    if (text.empty() || text.starts_with('-')) {
        const std::string wanted = option + " wants the name of a file";
        throw CLI::ParseError(
            text.empty() ? wanted
                         : fmt::format("{0}, not \"{1}\"; a file of that name is ./{1}", wanted, text),
            CLI::ExitCodes::ValidationError);
    }
}

/// Returns the name of a file to read: "-" means standard input.
inline std::string fileToRead(const std::string& text) {
    return text == "-" ? kStandardInput : text;
}

/// Makes "-" mean standard input in an option that names a file to read.
inline CLI::Option* mayBeStandardInput(CLI::Option* option) {
    return option->transform(CLI::Validator(
        [](std::string& text) {
            text = fileToRead(text);
            return std::string();
        },
        ""));
}

/// Adds an option for a file to write. If `mayBeStandardOutput`, "-" means that.
inline CLI::Option* addFile(CLI::App& app, const std::string& name, std::filesystem::path& file,
                            const std::string& help, bool mayBeStandardOutput = false) {
    const auto read = [&file, mayBeStandardOutput,
                       shown = name.substr(name.rfind(',') + 1)](const std::string& text) {
        if (mayBeStandardOutput && text == "-") {
            file = kStandardOutput;
            return;
        }
        requireFileName(shown, text);
        file = text;
    };
    return app.add_option_function<std::string>(name, read, help)->type_name("FILE");
}

}  // namespace shoal
