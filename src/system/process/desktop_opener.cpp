#include "system/process/desktop_opener.hpp"

#include <cerrno>
#include <cstring>
#include <string>
#include <system_error>

#include <fmt/format.h>
#include <sys/wait.h>

#include "system/process/spawn.hpp"

namespace shoal {
namespace {

Problem notShown(const std::string& what, std::string_view why) {
    return {fmt::format("{}; read {}", why, what)};
}

}  // namespace

Outcome DesktopOpener::open(const std::filesystem::path& file) {
    if (file.empty()) {
        return Problem{"The manual is not installed; find it in assets/manual of the source"};
    }
    return start(file.string());
}

Outcome DesktopOpener::openAddress(const std::string& address) {
    return start(address);
}

Outcome DesktopOpener::start(const std::string& what) {
    const int error = spawnProgram({"xdg-open", what}, Leaves::session, nullptr, m_process);
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
