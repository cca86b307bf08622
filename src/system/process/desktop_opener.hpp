#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include <sys/types.h>

#include <shoal/result.hpp>

namespace shoal {

/// Shows a file or folder in the desktop's own program for it, which outlives the viewer.
class DesktopOpener {
public:
    /// Starts xdg-open, or says why the file cannot be shown and where it is. An empty name is refused.
    Outcome open(const std::filesystem::path& file);

    /// Does the same with a web address.
    Outcome openAddress(const std::string& address);

    /// Returns a problem, once, if the last one could not be shown. Never waits.
    std::optional<Problem> poll();

private:
    Outcome start(const std::string& what);

    std::string m_what;   ///< the file or address opened last
    pid_t m_process = 0;  ///< of xdg-open, until it has ended
};

}  // namespace shoal
