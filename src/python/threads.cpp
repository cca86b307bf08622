#include "python/threads.hpp"

#include <atomic>
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

/// Returns the number of this thread, from 1. Unlike Python's, none is given twice, nor in a forked process.
std::uint32_t thisThread() {
    static std::atomic<std::uint32_t> s_last{0};
    thread_local const std::uint32_t number = ++s_last;
    return number;
}

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

OneUser::Use::Use(OneUser& object) : m_object(object), m_before(object.m_thread) {
    const std::uint32_t self = thisThread();
    if (m_before != 0 && m_before != self) {
        throw Failed{Fault::wrongValue,
                     "another thread is using this object, or was when this process was forked; use one for "
                     "each thread, such as a copy, or a threading.Lock around the calls"};
    }
    object.m_thread = self;
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
