#pragma once

#include <array>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "play/play.hpp"

namespace shoal {

/// Runs a play on a thread of its own. Commands are carried out between steps, in order. Of the states that
/// the window wants, up to two wait until it takes them.
class Stepper {
public:
    using Command = std::function<void(Play&)>;  ///< captures values only

    explicit Stepper(Play play);
    ~Stepper() { stop(); }
    Stepper(const Stepper&) = delete;
    Stepper& operator=(const Stepper&) = delete;

    /// Adds a command for the next send().
    void post(Command command) { m_posted.push_back(std::move(command)); }

    /// The state that the window shows.
    struct Showing {
        std::uint64_t beginning = 0;
        std::uint64_t step = 0;
        bool wantsLater = false;  ///< whether it may show a later step
    };

    /// If another state is ready, exchanges it for this one and returns true. Never waits.
    bool receive(Published& shown, const Showing& showing);

    /// Hands over the commands, and says which steps' states are wanted next, in ascending order. Never
    /// waits. Call it where the window's thread would wait anyway: it may lose the processor to the thread
    /// that it wakes.
    void send(const std::array<std::uint64_t, 2>& wanted);

    /// Ends the thread after the step under way, then carries out the commands posted so far. Those posted
    /// later are carried out by the next send(), on the calling thread.
    void stop();

private:
    void run();
    bool goOn(std::unique_lock<std::mutex>& lock);
    void carryOut(std::vector<Command> commands);
    void stepOnce();
    void publish(std::unique_lock<std::mutex>& lock);
    void dropReady();

    static constexpr std::size_t kStates = 2;  // besides the one that the window shows

    Play m_play;  ///< the thread's, until it has ended
    // The thread's, too:
    bool m_isUntold = true;             ///< the present state, or a change of it, has not been published
    std::uint64_t m_toldStep = 0;       ///< of the last state published
    std::uint64_t m_toldBeginning = 0;  ///< likewise, Play::beginnings
    double m_progressDue = 0.0;         ///< while scrubbing, when to publish next [s]
    std::vector<Command> m_posted;      ///< the window's

    std::mutex m_mutex;  ///< for what follows
    std::condition_variable m_changed;
    std::vector<Command> m_commands;
    std::array<std::uint64_t, 2> m_wanted{};
    std::deque<Published> m_ready;           ///< for the window, oldest first
    std::vector<Published> m_free{kStates};  ///< memory for the next
    bool m_isStopping = false;

    std::thread m_thread;
};

}  // namespace shoal
