#include "system/process/standard_streams.hpp"

#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace shoal {

void prepareStandardStreams() {
    std::signal(SIGPIPE, SIG_IGN);
    for (const int wanted : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(wanted, F_GETFD) < 0) {
            // The lowest free number is `wanted`. The access mode is deliberately wrong: if standard output
            // was closed, writing results still fails and is reported.
            static_cast<void>(::open("/dev/null", wanted == STDIN_FILENO ? O_WRONLY : O_RDONLY));
        }
    }
}

int writeToStandardOutput(std::string_view bytes) {
    return writeAll(STDOUT_FILENO, bytes);
}

int writeToStandardError(std::string_view bytes) noexcept {
    constexpr int kSecond = 1000;
    return writeAll(STDERR_FILENO, bytes, kSecond);
}

bool isErrorTerminal() {
    return ::isatty(STDERR_FILENO) == 1;
}

void awaitEndOfInput() {
    char byte = 0;
    for (ssize_t count = 1; count > 0 || (count < 0 && errno == EINTR);) {
        count = ::read(STDIN_FILENO, &byte, 1);
    }
}

bool isPipe(const std::filesystem::path& file) {
    struct stat found {};
    return ::stat(file.c_str(), &found) == 0 && S_ISFIFO(found.st_mode);
}

Descriptor openPipe(const std::filesystem::path& file, int& error) {
    Descriptor pipe(::open(file.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC));
    error = pipe.number() >= 0 ? 0 : errno == ENXIO ? EAGAIN : errno;
    return pipe;
}

}  // namespace shoal
