#pragma once

#include <atomic>
#include <csignal>
#include <optional>
#include <thread>

#include "app/cli/exit_status.hpp"

namespace shoal {

/// Blocks SIGINT, SIGTERM and SIGHUP while it exists, so that long work can stop between two steps and leave
/// no half-written file. A second SIGINT or SIGTERM exits at once with that signal's status, without waiting
/// for the current step or measurement; the temporary file being written then remains. A second SIGHUP does
/// not exit: a closing terminal sends one, and the shell in it another.
///
/// Under `nohup`, which ignores SIGHUP, the signal stays ignored.
///
/// Only one may exist at a time, created before any other thread: threads inherit the blocked signals.
class Interruption {
public:
    Interruption();
    ~Interruption();
    Interruption(const Interruption&) = delete;
    Interruption& operator=(const Interruption&) = delete;

    /// Call it when an output goes to a pipe. If the pipe's reader stops reading, the program may block in
    /// the middle of a write. It then exits one second after the first signal, whatever it is doing.
    void expectPipe() { m_hasPipe.store(true, std::memory_order_relaxed); }

    /// Returns the exit status once a signal has arrived.
    std::optional<ExitStatus> status() const;

private:
    void watch();

    sigset_t m_before{};
    int m_signals = -1;  ///< readable when a signal has arrived
    int m_end = -1;      ///< readable when the watcher must end
    std::atomic<int> m_first{0};
    std::atomic<bool> m_hasPipe{false};
    std::thread m_watcher;
};

}  // namespace shoal
