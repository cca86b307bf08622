#include "terminal/console.hpp"

#include <algorithm>
#include <new>
#include <string>

#include "sim/text/printable_text.hpp"
#include "system/process/standard_streams.hpp"

namespace shoal {

namespace {

// Enough for the longest path and a few words.
constexpr std::size_t kMaxLineBytes = 5000;

int theResultsError = 0;
bool theConsoleIsQuiet = false;

/// Prints in one write, so that lines of several programs do not mix.
void printError(std::string_view before, std::string_view text, std::string_view after) noexcept {
    try {
        std::string line = printableText(text, kMaxLineBytes);
        std::replace(line.begin(), line.end(), '\n', ' ');
        line.insert(0, before);
        line.append(after);
        static_cast<void>(writeToStandardError(line));
    } catch (const std::bad_alloc&) {
        static_cast<void>(writeToStandardError("out of memory\n"));
    }
}

}  // namespace

void printLine(std::string_view text) noexcept {
    printError({}, text, "\n");
}

void printNote(std::string_view text) noexcept {
    if (!theConsoleIsQuiet) {
        printLine(text);
    }
}

void beQuiet() noexcept {
    theConsoleIsQuiet = true;
}

bool isQuiet() noexcept {
    return theConsoleIsQuiet;
}

bool isConsoleTerminal() {
    return isErrorTerminal();
}

void showProgressLine(std::string_view text) noexcept {
    printError("\r\033[K", text, {});
}

void clearProgressLine() noexcept {
    printError("\r\033[K", {}, {});
}

void printResult(std::string_view text) {
    printRawResult(printableText(text));
}

void printRawResult(std::string_view bytes) {
    if (theResultsError == 0) {
        theResultsError = writeToStandardOutput(bytes);
    }
}

int resultsError() {
    return theResultsError;
}

}  // namespace shoal
