#pragma once

#include <chrono>
#include <cstdint>

#include <pybind11/pybind11.h>

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

/// Lets one thread at a time use an object, and refuses others. The interpreter's lock guards it, so it is
/// right in a forked process, too. The same thread may enter again, because a signal's handler may use the
/// simulation that it interrupts between two steps.
class OneUser {
public:
    /// Runs `body` while Python is free to run. Throws a Failed while another thread is inside.
    template <class Body>
    auto alone(const Body& body) {
        const Use use(*this);
        const Released released;
        return body();
    }

    /// While it lives, this thread is inside. Made and destroyed with the interpreter's lock held.
    class Use {
    public:
        explicit Use(OneUser& object);
        ~Use() { m_object.m_thread = m_before; }
        Use(const Use&) = delete;
        Use& operator=(const Use&) = delete;

    private:
        OneUser& m_object;
        std::uint32_t m_before;
    };

private:
    std::uint32_t m_thread = 0;  ///< inside; 0 if none is
};

void addThreads();

}  // namespace shoal::python
