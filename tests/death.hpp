#pragma once

#include <csignal>
#include <cstdlib>
#include <string>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace shoal::test {

/// Runs `act` in a child process. Returns its standard error if it aborts, otherwise "alive".
template <class Act>
std::string lastWordsOf(const Act& act) {
    int ends[2];
    if (::pipe(ends) != 0) {
        return "no pipe";
    }
    const pid_t child = ::fork();
    if (child == 0) {
        // Catch2's handler would report the abort as a test failure, and a core file is of no use.
        std::signal(SIGABRT, SIG_DFL);
        const rlimit none{0, 0};
        ::setrlimit(RLIMIT_CORE, &none);
        ::dup2(ends[1], STDERR_FILENO);
        act();
        ::_exit(0);
    }
    ::close(ends[1]);
    std::string words;
    char buffer[4096];
    for (ssize_t count = 0; (count = ::read(ends[0], buffer, sizeof buffer)) > 0;) {
        words.append(buffer, static_cast<std::size_t>(count));
    }
    ::close(ends[0]);
    // The emulator that runs tests of other processors adds a line of its own.
    if (const auto line = words.find("qemu: "); line != std::string::npos) {
        words.erase(line, words.find('\n', line) - line + 1);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT ? words : "alive";
}

}  // namespace shoal::test
