#include "python/threads.hpp"

#include <thread>

#include "python/errors.hpp"

namespace py = pybind11;

namespace shoal::python {

namespace ending {
namespace {

std::atomic<int> s_inside{0};          ///< threads that compute without the interpreter's lock
thread_local int t_inside = 0;         ///< how often this thread is one of them
thread_local bool t_endsThat = false;  ///< this thread ends the interpreter

bool hasBegun() {
#if PY_VERSION_HEX >= 0x030d0000
    return Py_IsFinalizing() != 0;
#else
    return _Py_IsFinalizing() != 0;
#endif
}

[[noreturn]] void rest() {
    for (;;) {
        std::this_thread::sleep_for(std::chrono::hours(1));
    }
}

/// Waits until no thread is inside Shoal. Python calls it last.
void waitForOthers() {
    while (s_inside > 0) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
}

}  // namespace

bool isDue() {
    return !t_endsThat && hasBegun();
}

}  // namespace ending

namespace {

constexpr std::chrono::milliseconds kSignalInterval{50};

/// The only thread that Python runs the handlers of signals on.
std::atomic<unsigned long> s_mainThread{0};

/// In a forked process, the thread that forked is the only one.
void forgetOthers() {
    s_mainThread = PyThread_get_thread_ident();
    ending::s_inside = ending::t_inside;
}

}  // namespace

Released::Released() {
    // At the end, no other thread gets the interpreter's lock any more.
    ending::t_endsThat = ending::hasBegun();
    ++ending::s_inside;
    ++ending::t_inside;
    m_state = PyEval_SaveThread();
}

Released::~Released() {
    const bool isDue = ending::isDue();
    --ending::t_inside;
    --ending::s_inside;
    if (isDue) {
        ending::rest();
    }
    try {
        PyEval_RestoreThread(m_state);
    } catch (...) {
        // The end has begun since: this is the unwinding, which stops here.
        ending::rest();
    }
}

void SignalWatch::look() {
    if (const Clock::time_point now = Clock::now(); now - m_asked > kSignalInterval) {
        m_asked = now;
        if (PyThread_get_thread_ident() != s_mainThread) {
            return;
        }
        const py::gil_scoped_acquire held;
        if (PyErr_CheckSignals() != 0) {
            throw py::error_already_set();
        }
    }
}

bool Door::tryEnter(std::uint32_t self) {
    if (const std::uint32_t next = m_next;
        next != self && next != forks::kNoThread && !forks::isLeftBehind(next)) {
        return false;
    }
    std::uint32_t none = forks::kNoThread;
    const bool isEntered = m_owner.compare_exchange_strong(none, self);
    if (isEntered) {
        giveUpTurn(self);
    }
    return isEntered;
}

void Door::waitAndEnter(std::uint32_t self) {
    SignalWatch signals;
    while (!tryEnter(self)) {
        if (forks::isLeftBehind(m_owner)) {
            throw Failed{Fault::wrongValue,
                         "another thread was using this object when this process was forked, so nothing "
                         "here can use it; make a new one, or fork while no thread uses it"};
        }
        std::uint32_t next = m_next;
        if (next == forks::kNoThread || forks::isLeftBehind(next)) {
            m_next.compare_exchange_strong(next, self);
        }
        std::this_thread::sleep_for(std::chrono::microseconds(200));
        try {
            signals.look();
        } catch (...) {
            giveUpTurn(self);
            throw;
        }
    }
}

void addThreads() {
    if (Py_AtExit(&ending::waitForOthers) != 0) {
        throw py::import_error("too many modules wait for the end of the interpreter");
    }
    s_mainThread = py::module_::import("threading").attr("main_thread")().attr("ident").cast<unsigned long>();
    py::module_::import("os").attr("register_at_fork")(py::arg("after_in_child") =
                                                           py::cpp_function(&forgetOthers));
}

}  // namespace shoal::python
