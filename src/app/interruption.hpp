#pragma once

#include <atomic>
#include <csignal>
#include <optional>
#include <thread>

#include "app/exit_status.hpp"

namespace shoal {

/// Holds SIGINT, SIGTERM and SIGHUP back while it lives, so that long work can stop between two steps and
/// leave no half-written file. A second SIGINT or SIGTERM ends the program at once with that signal's status,
/// without waiting for the current step or measure; the temporary of a file being written then stays. A
/// second SIGHUP does not: a terminal that closes sends one, and the shell in it another.
///
/// Under `nohup`, which ignores SIGHUP, it stays ignored.
///
/// One at a time, made before any other thread: threads inherit the held-back signals.
class Interruption {
public:
    Interruption();
    ~Interruption();
    Interruption(const Interruption&) = delete;
    Interruption& operator=(const Interruption&) = delete;

    /// An output goes to a pipe, whose reader may take nothing more and so block the program in the middle of
    /// a write: a second after the first signal the program ends, whatever it is at.
    void expectPipe() { m_hasPipe.store(true, std::memory_order_relaxed); }

    /// The status to leave with once a signal has come.
    std::optional<ExitStatus> status() const;

private:
    void watch();

    sigset_t m_before{};
    int m_signals = -1;  ///< readable when a signal has come
    int m_end = -1;      ///< readable when the watcher is to end
    std::atomic<int> m_first{0};
    std::atomic<bool> m_hasPipe{false};
    std::thread m_watcher;
};

}  // namespace shoal
