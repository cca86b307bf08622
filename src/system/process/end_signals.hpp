#pragma once

#include <atomic>
#include <csignal>
#include <functional>
#include <thread>

namespace shoal {

/// Receives the signals that ask a program to end (SIGINT, SIGTERM, SIGHUP) while it exists. A second SIGINT
/// or SIGTERM exits at once with 128 + its number, without waiting for the current work. A second SIGHUP does
/// not exit: a closing terminal sends one, and the shell in it another. Under `nohup`, which ignores SIGHUP,
/// that signal stays ignored.
///
/// Only one may exist at a time, created before any other thread: threads inherit the blocked signals.
class EndSignals {
public:
    /// `onStuckPipe` is called, in another thread, before the exit that `expectPipe` describes.
    explicit EndSignals(std::function<void()> onStuckPipe);
    ~EndSignals();
    EndSignals(const EndSignals&) = delete;
    EndSignals& operator=(const EndSignals&) = delete;

    /// Call it when an output goes to a pipe. If the pipe's reader stops reading, the program may block in
    /// the middle of a write. It then exits one second after the first signal, whatever it is doing.
    void expectPipe() { m_hasPipe.store(true, std::memory_order_relaxed); }

    /// The number of the first signal; 0 before it.
    int first() const { return m_first.load(std::memory_order_relaxed); }

private:
    void watch();

    std::function<void()> m_onStuckPipe;
    sigset_t m_before{};
    int m_signals = -1;  ///< readable when a signal has arrived
    int m_end = -1;      ///< readable when the watcher must end
    std::atomic<int> m_first{0};
    std::atomic<bool> m_hasPipe{false};
    std::thread m_watcher;
};

}  // namespace shoal
