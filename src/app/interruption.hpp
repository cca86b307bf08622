#pragma once

#include <atomic>
#include <csignal>
#include <optional>
#include <thread>

#include "app/exit_status.hpp"

namespace shoal {

/// Holds SIGINT and SIGTERM back while it lives, so that long work can stop between two steps and leave no
/// half-written file. A second signal ends the program at once with that signal's status, for whoever does
/// not want to wait for the step or the measure at hand; the temporary of a file being written then stays.
///
/// One at a time, made before any other thread: threads inherit the held-back signals.
class Interruption {
public:
    Interruption();
    ~Interruption();
    Interruption(const Interruption&) = delete;
    Interruption& operator=(const Interruption&) = delete;

    /// The status to leave with once a signal has come.
    std::optional<ExitStatus> status() const;

private:
    void watch();

    sigset_t m_before{};
    int m_signals = -1;  ///< readable when a signal has come
    int m_end = -1;      ///< readable when the watcher is to end
    std::atomic<int> m_first{0};
    std::thread m_watcher;
};

}  // namespace shoal
