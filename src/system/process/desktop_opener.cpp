#include "system/process/desktop_opener.hpp"

#include <cerrno>
#include <cstring>
#include <string>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include "system/process/spawn.hpp"

namespace shoal {
namespace {

Problem notShown(const std::string& what, std::string_view why) {
    return {fmt::format("{}; read {}", why, what)};
}

}  // namespace

Outcome DesktopOpener::open(const std::filesystem::path& file) {
    if (file.empty()) {
        return Problem{
            "The manual is not installed. It is in the package shoal-doc, and in assets/manual of the "
            "source"};
    }
    return start(file.string());
}

Outcome DesktopOpener::openAddress(const std::string& address) {
    return start(address);
}

Outcome DesktopOpener::start(const std::string& what) {
    // xdg-open prints an error for every program that it fails to start, and some of them read the terminal.
    posix_spawn_file_actions_t silence;
    ::posix_spawn_file_actions_init(&silence);
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        ::posix_spawn_file_actions_addopen(&silence, stream, "/dev/null", O_RDWR, 0);
    }
    const int error = spawnProgram({"xdg-open", what}, Leaves::session, &silence, m_process);
    ::posix_spawn_file_actions_destroy(&silence);
    if (error != 0) {
        m_process = 0;
        return notShown(what, error == ENOENT
                                  ? "xdg-open is missing (package xdg-utils)"
                                  : fmt::format("xdg-open did not start ({})", std::strerror(error)));
    }
    m_what = what;
    return Done{};
}

std::optional<Problem> DesktopOpener::poll() {
    int status = 0;
    if (m_process == 0 || ::waitpid(m_process, &status, WNOHANG) != m_process) {
        return std::nullopt;
    }
    m_process = 0;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) {
        return std::nullopt;
    }
    return notShown(m_what, "No installed program can show this page");
}

}  // namespace shoal
