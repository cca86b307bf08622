#pragma once

#include <string_view>

namespace shoal {

// All output of the program. A failed write neither throws nor raises a signal: a closed terminal, a full
// disk or a broken pipe must not end the work itself.

/// Prints one line for the user on standard error, made printable. Output that cannot be written is lost.
void printLine(std::string_view text) noexcept;

/// Prints one line that reports success; not after `beQuiet`, which also turns the progress off.
void printNote(std::string_view text) noexcept;

void beQuiet() noexcept;
bool isQuiet() noexcept;

bool isConsoleTerminal();

/// Replaces the last progress line with `text`; for terminals.
void showProgressLine(std::string_view text) noexcept;
void clearProgressLine() noexcept;

/// Prints a command's results for people on standard output, made printable. Failures are reported by
/// `resultsError`.
void printResult(std::string_view text);

/// Prints a command's results for programs, byte for byte.
void printRawResult(std::string_view bytes);

/// Returns the `errno` of the first result that could not be written; 0 if all were written.
int resultsError();

}  // namespace shoal
