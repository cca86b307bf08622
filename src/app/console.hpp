#pragma once

#include <string_view>

namespace shoal {

// Everything that the program prints. Printing never throws and raises no signal: a terminal that has gone, a
// full disk or a closed pipe must not end the work itself.

/// Call it first. Opens descriptors 0 to 2 where the parent left them closed, or the next file opened would
/// receive what is printed; and turns SIGPIPE into an ordinary error of writing.
void prepareConsole();

/// One line for the user on standard error, made printable. What cannot be written is lost.
void printLine(std::string_view text) noexcept;

bool isConsoleTerminal();

/// Shows `text` in place of the last progress line; for terminals.
void showProgressLine(std::string_view text) noexcept;
void clearProgressLine() noexcept;

/// A command's results for people on standard output, made printable. `resultsError` tells whether they
/// arrived.
void printResult(std::string_view text);

/// The same for programs: every byte as it is.
void printRawResult(std::string_view bytes);

/// Why a result could not be written, as an `errno`; 0 when all were.
int resultsError();

}  // namespace shoal
