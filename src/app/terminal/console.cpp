#include "app/terminal/console.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <new>
#include <string>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include "ui/widgets/printable_text.hpp"

namespace shoal {

namespace {

// Enough for the longest path and a few words.
constexpr std::size_t kMaxLineBytes = 5000;
constexpr int kMaxWait = 1000;  // [ms] to wait for a non-blocking terminal to accept more

int theResultsError = 0;
bool theConsoleIsQuiet = false;

/// Writes all bytes. Returns 0 or the error. `patience` [ms] limits each wait for a non-blocking descriptor;
/// -1 waits forever.
int writeAll(int descriptor, std::string_view bytes, int patience) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
        if (written >= 0) {
            bytes.remove_prefix(static_cast<std::size_t>(written));
        } else if (errno == EAGAIN) {
            pollfd room{descriptor, POLLOUT, 0};
            if (::poll(&room, 1, patience) == 0) {
                return EAGAIN;
            }
        } else if (errno != EINTR) {
            return errno;
        }
    }
    return 0;
}

/// Prints in one write, so that lines of several programs do not mix.
void printError(std::string_view before, std::string_view text, std::string_view after) noexcept {
    try {
        std::string line = printableText(text, kMaxLineBytes);
        std::replace(line.begin(), line.end(), '\n', ' ');
        line.insert(0, before);
        line.append(after);
        static_cast<void>(writeAll(STDERR_FILENO, line, kMaxWait));
    } catch (const std::bad_alloc&) {
        static_cast<void>(writeAll(STDERR_FILENO, "out of memory\n", kMaxWait));
    }
}

}  // namespace

void prepareConsole() {
    std::signal(SIGPIPE, SIG_IGN);
    for (const int wanted : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(wanted, F_GETFD) < 0) {
            // The lowest free number is `wanted`. The access mode is deliberately wrong: if standard output
            // was closed, writing results still fails and is reported.
            static_cast<void>(::open("/dev/null", wanted == STDIN_FILENO ? O_WRONLY : O_RDONLY));
        }
    }
}

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
    return ::isatty(STDERR_FILENO) == 1;
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
        theResultsError = writeAll(STDOUT_FILENO, bytes, -1);
    }
}

int resultsError() {
    return theResultsError;
}

}  // namespace shoal
