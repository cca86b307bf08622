#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

#include <pybind11/pybind11.h>

#include "system/library/forks.hpp"

namespace shoal::python {

/// How daemon threads inside Shoal end with the interpreter. Python ends a thread that comes back to it then,
/// by an unwinding that C++ answers with std::terminate. And when the interpreter is gone, the program
/// destroys its constants, although such a thread may still read them. So these threads rest for good where
/// they would have come back, and the program waits until they do.
namespace ending {

/// Whether this thread has to come to rest.
bool isDue();

}  // namespace ending

/// Lets Python run while this thread computes.
class Released {
public:
    Released();
    ~Released();
    Released(const Released&) = delete;
    Released& operator=(const Released&) = delete;

private:
    PyThreadState* m_state;
};

/// Runs the handlers of signals, such as Ctrl+C, now and then during a long computation: Python runs them
/// only when asked.
class SignalWatch {
public:
    /// Call often, inside a Released. Throws py::error_already_set if a handler raises.
    void look();

private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point m_asked = Clock::now();
};

/// Lets one thread at a time in; others wait. The same thread may enter again, because a signal's handler may
/// use the simulation that it interrupts between two steps. A lock of the system would not do: a fork may
/// come while it changes hands.
class Door {
public:
    /// Runs `body` while no other thread is inside and Python is free to run.
    template <class Body>
    auto alone(const Body& body) {
        const std::uint32_t self = forks::thisThread();
        const bool isNested = m_owner == self;
        const bool isInside = isNested || tryEnter(self);
        const Released released;
        if (!isInside) {
            waitAndEnter(self);
        }
        const Leaving leaving{isNested ? nullptr : this};
        return body();
    }

private:
    struct Leaving {
        Door* door;
        ~Leaving() {
            if (door != nullptr) {
                door->m_owner = forks::kNoThread;
            }
        }
    };

    bool tryEnter(std::uint32_t self);
    void waitAndEnter(std::uint32_t self);
    void giveUpTurn(std::uint32_t self) { m_next.compare_exchange_strong(self, forks::kNoThread); }

    std::atomic<std::uint32_t> m_owner{forks::kNoThread};  ///< the thread inside
    /// A waiting thread, before which no other enters: a thread that enters again and again would rarely
    /// leave the door open when the sleeping one looks.
    std::atomic<std::uint32_t> m_next{forks::kNoThread};
};

void addThreads();

}  // namespace shoal::python
