#pragma once

#include <csignal>
#include <optional>

#include "app/exit_status.hpp"

namespace shoal {

/// Holds SIGINT and SIGTERM back while it lives, so that long work can stop between two steps and leave no
/// half-written file. Threads and programs started meanwhile inherit the held-back signals; so an ffmpeg in
/// the same terminal is not killed by the Ctrl+C that is meant to end the film properly.
class Interruption {
public:
    Interruption();
    ~Interruption();
    Interruption(const Interruption&) = delete;
    Interruption& operator=(const Interruption&) = delete;

    /// The status to leave with once a signal has come.
    std::optional<ExitStatus> status();

private:
    sigset_t m_held{};
    sigset_t m_before{};
    std::optional<ExitStatus> m_status;
};

}  // namespace shoal
