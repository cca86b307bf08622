// The module shoal._shoal: the C interface as Python objects. The package in shoal/ gives them their names
// and documentation.

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <shoal/shoal.h>

namespace py = pybind11;

namespace {

/// A failed call of the C interface, as a C++ exception until Python takes it over.
struct Failed {
    shoal_status status;
    std::string text;
};

/// The classes of exceptions that the package has defined.
struct Exceptions {
    py::object error;
    py::object graphics;
    py::object deviation;
};
Exceptions& exceptions() {
    // Never destroyed: at the end of the program, Python may be gone first.
    static auto* const all = new Exceptions;
    return *all;
}

/// Returns a text of Shoal as a str. It may hold a file's name, whose bytes need not be UTF-8: they become
/// what os.fsencode() turns back into them.
py::str textOf(std::string_view text) {
    PyObject* const made =
        PyUnicode_DecodeUTF8(text.data(), static_cast<py::ssize_t>(text.size()), "surrogateescape");
    if (made == nullptr) {
        throw py::error_already_set();
    }
    return py::reinterpret_steal<py::str>(made);
}

py::handle classOf(shoal_status status) {
    switch (status) {
        case SHOAL_NO_MEMORY:
            return PyExc_MemoryError;
        case SHOAL_NO_GRAPHICS:
            return exceptions().graphics;
        case SHOAL_DEVIATED:
            return exceptions().deviation;
        case SHOAL_INTERNAL:
            return PyExc_RuntimeError;
        default:
            return exceptions().error;
    }
}

/// Calls a C function whose last argument is the error.
template <class Function, class... Arguments>
void call(Function* function, Arguments&&... arguments) {
    shoal_error error{};
    if (function(std::forward<Arguments>(arguments)..., &error) != SHOAL_OK) {
        throw Failed{error.status, error.text};
    }
}

struct Freed {
    void operator()(shoal_simulation* each) const { shoal_free(each); }
    void operator()(shoal_checkpoint* each) const { shoal_checkpoint_free(each); }
    void operator()(shoal_keys* each) const { shoal_keys_free(each); }
    void operator()(shoal_measures* each) const { shoal_measures_free(each); }
    void operator()(shoal_sweep* each) const { shoal_sweep_free(each); }
    void operator()(shoal_renderer* each) const { shoal_renderer_free(each); }
    void operator()(char* each) const { shoal_text_free(each); }
};
template <class T>
using Owned = std::unique_ptr<T, Freed>;

/// Calls a C function whose last arguments are the place for a handle and the error.
template <class T, class Function, class... Arguments>
Owned<T> made(Function* function, Arguments&&... arguments) {
    T* handle = nullptr;
    call(function, std::forward<Arguments>(arguments)..., &handle);
    return Owned<T>(handle);
}

struct Checkpoint {
    Owned<shoal_checkpoint> handle;
};

/// A tunable and its value.
struct Tunable {
    std::string key;
    std::string help;
    std::string unit;
    double min = 0.0;
    double max = 0.0;
    std::string form;
    std::vector<std::string> choices;
    bool isPicture = false;
};

Tunable tunableAt(const shoal_keys* keys, std::size_t index) {
    static constexpr std::array kForms{"number", "integer", "toggle", "choice"};
    shoal_key key{};
    call(shoal_key_at, keys, index, &key);
    Tunable tunable{key.key, key.help, key.unit, key.min, key.max, kForms[key.form], {}, key.is_picture};
    for (std::size_t choice = 0; choice < key.choice_count; ++choice) {
        tunable.choices.emplace_back(shoal_choice_name(keys, index, choice));
    }
    return tunable;
}

/// Numbers of threads, from 1. None is given twice, nor in forked processes, so that such a process knows
/// which threads it lacks.
namespace threads {

constexpr std::uint32_t kNone = 0;
std::atomic<std::uint32_t> s_last{kNone};
std::atomic<std::uint32_t> s_lastBeforeFork{kNone};
std::atomic<std::uint32_t> s_forking{kNone};  ///< goes on in the forked process

std::uint32_t current() {
    thread_local const std::uint32_t number = ++s_last;
    return number;
}

/// Whether a thread was left behind by a fork.
bool isGone(std::uint32_t thread) {
    return thread != kNone && thread <= s_lastBeforeFork && thread != s_forking;
}

void loseOthers() {
    s_forking = current();
    s_lastBeforeFork = s_last.load();
}

}  // namespace threads

/// The only thread that Python runs the handlers of signals on.
std::atomic<unsigned long> s_mainThread{0};

/// How daemon threads inside Shoal end with the interpreter. Python ends a thread that comes back to it then,
/// by an unwinding that C++ answers with std::terminate. And when the interpreter is gone, the program
/// destroys its constants, although such a thread may still read them. So these threads rest for good where
/// they would have come back, and the program waits until they do.
namespace ending {

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

/// Whether this thread has to come to rest.
bool isDue() {
    return !t_endsThat && hasBegun();
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

/// In a forked process, the thread that forked is the only one.
void forgetOthers() {
    threads::loseOthers();
    s_mainThread = PyThread_get_thread_ident();
    s_inside = t_inside;
}

}  // namespace ending

/// Lets Python run while this thread computes.
class Released {
public:
    Released() {
        // At the end, no other thread gets the interpreter's lock any more.
        ending::t_endsThat = ending::hasBegun();
        ++ending::s_inside;
        ++ending::t_inside;
        m_state = PyEval_SaveThread();
    }
    ~Released() {
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
    Released(const Released&) = delete;
    Released& operator=(const Released&) = delete;

private:
    PyThreadState* m_state;
};

/// Runs the handlers of signals, such as Ctrl+C, now and then during a long computation: Python runs them
/// only when asked.
class SignalWatch {
public:
    static constexpr std::chrono::milliseconds kInterval{50};

    /// Call often, inside a Released. Throws py::error_already_set if a handler raises.
    void look() {
        if (const Clock::time_point now = Clock::now(); now - m_asked > kInterval) {
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

private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point m_asked = Clock::now();
};

using FloatArray = py::array_t<float, py::array::c_style | py::array::forcecast>;

/// Lets one thread at a time in; others wait. The same thread may enter again, because a signal's handler may
/// use the simulation that it interrupts between two steps. A lock of the system would not do: a fork may
/// come while it changes hands.
class Door {
public:
    /// Runs `body` while no other thread is inside and Python is free to run.
    template <class Body>
    auto alone(const Body& body) {
        const std::uint32_t self = threads::current();
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
                door->m_owner = threads::kNone;
            }
        }
    };

    bool tryEnter(std::uint32_t self) {
        if (const std::uint32_t next = m_next;
            next != self && next != threads::kNone && !threads::isGone(next)) {
            return false;
        }
        std::uint32_t none = threads::kNone;
        const bool isEntered = m_owner.compare_exchange_strong(none, self);
        if (isEntered) {
            giveUpTurn(self);
        }
        return isEntered;
    }

    void waitAndEnter(std::uint32_t self) {
        SignalWatch signals;
        while (!tryEnter(self)) {
            if (threads::isGone(m_owner)) {
                throw Failed{SHOAL_BAD_VALUE,
                             "another thread was using this object when this process was forked, so nothing "
                             "here can use it; make a new one, or fork while no thread uses it"};
            }
            std::uint32_t next = m_next;
            if (next == threads::kNone || threads::isGone(next)) {
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

    void giveUpTurn(std::uint32_t self) { m_next.compare_exchange_strong(self, threads::kNone); }

    std::atomic<std::uint32_t> m_owner{threads::kNone};  ///< the thread inside
    /// A waiting thread, before which no other enters: a thread that enters again and again would rarely
    /// leave the door open when the sleeping one looks.
    std::atomic<std::uint32_t> m_next{threads::kNone};
};

/// The measures of a flock at one instant, for several Python threads.
class Measures {
public:
    explicit Measures(Owned<shoal_measures> handle) : m_handle(std::move(handle)) {}

    double value(std::size_t index) {
        return m_door.alone([&] {
            double value = 0.0;
            call(shoal_measures_value, m_handle.get(), index, &value);
            return value;
        });
    }

private:
    Door m_door;
    Owned<shoal_measures> m_handle;
};

/// A simulation that several Python threads may use: each call waits for the others, and none holds the
/// interpreter while it waits or computes.
class Simulation {
    // First, because their results have deduced types.
    template <class Body>
    auto alone(const Body& body) {
        return m_door.alone(body);
    }

    /// The same for a body that changes the simulation.
    template <class Body>
    void change(const Body& body) {
        alone([&] {
            ++m_revision;
            body();
        });
    }

public:
    explicit Simulation(Owned<shoal_simulation> handle) : m_handle(std::move(handle)) {}

    static std::unique_ptr<Simulation> open(const std::string& preset, std::optional<std::uint64_t> seed,
                                            std::optional<std::int64_t> boids, int threads) {
        return opened(
            [&](const shoal_options& options) {
                return made<shoal_simulation>(shoal_open, preset.c_str(), &options);
            },
            seed, boids, threads);
    }

    static std::unique_ptr<Simulation> openText(const std::string& toml, const std::string& name,
                                                std::optional<std::uint64_t> seed,
                                                std::optional<std::int64_t> boids, int threads) {
        return opened(
            [&](const shoal_options& options) {
                return made<shoal_simulation>(shoal_open_text, toml.c_str(), name.c_str(), &options);
            },
            seed, boids, threads);
    }

    static std::unique_ptr<Simulation> openTake(const std::string& file, int threads) {
        return opened(
            [&](const shoal_options& options) {
                return made<shoal_simulation>(shoal_open_take, file.c_str(), &options);
            },
            std::nullopt, std::nullopt, threads);
    }

    std::unique_ptr<Simulation> copy() {
        return std::make_unique<Simulation>(
            alone([&] { return made<shoal_simulation>(shoal_copy, m_handle.get()); }));
    }

    void step(std::uint64_t count) {
        change([&] {
            SignalWatch signals;
            for (std::uint64_t step = 0; step < count && !ending::isDue(); ++step) {
                ++m_revision;
                call(shoal_step, m_handle.get(), std::uint64_t{1});
                signals.look();
            }
        });
    }

    void restart(std::uint64_t seed) {
        change([&] { call(shoal_restart, m_handle.get(), seed); });
    }

    shoal_state state() {
        return alone([&] {
            shoal_state state{};
            call(shoal_get_state, m_handle.get(), &state);
            return state;
        });
    }

    std::uint64_t hash() {
        return alone([&] {
            std::uint64_t hash = 0;
            call(shoal_hash, m_handle.get(), &hash);
            return hash;
        });
    }

    py::str presetText() {
        return textOf(
            alone([&] { return std::string(made<char>(shoal_preset_text, m_handle.get()).get()); }));
    }

    py::str faultText() {
        return textOf(alone([&] { return std::string(made<char>(shoal_fault_text, m_handle.get()).get()); }));
    }

    py::str name() {
        return textOf(alone([&] { return std::string(shoal_name(m_handle.get())); }));
    }
    py::str title() {
        return textOf(alone([&] { return std::string(shoal_title(m_handle.get())); }));
    }

    void set(const std::string& key, double value) {
        change([&] { call(shoal_set, m_handle.get(), key.c_str(), value); });
    }
    void setText(const std::string& assignment) {
        change([&] { call(shoal_set_text, m_handle.get(), assignment.c_str()); });
    }

    double value(const std::string& key) {
        return alone([&] {
            double value = 0.0;
            call(shoal_get, m_handle.get(), key.c_str(), &value);
            return value;
        });
    }

    Tunable tunable(const std::string& key) {
        return alone([&] {
            return tunableAt(made<shoal_keys>(shoal_find_key, m_handle.get(), key.c_str()).get(), 0);
        });
    }

    std::vector<Tunable> tunables() {
        return alone([&] {
            const auto keys = made<shoal_keys>(shoal_list_keys, m_handle.get());
            std::vector<Tunable> all;
            for (std::size_t index = 0; index < shoal_key_count(keys.get()); ++index) {
                all.push_back(tunableAt(keys.get(), index));
            }
            return all;
        });
    }

    /// Returns name, count and body length of each species.
    std::vector<std::tuple<std::string, std::size_t, double>> species() {
        return alone([&] {
            shoal_state state{};
            call(shoal_get_state, m_handle.get(), &state);
            std::vector<std::tuple<std::string, std::size_t, double>> all;
            for (std::size_t index = 0; index < state.species_count; ++index) {
                shoal_species species{};
                call(shoal_species_at, m_handle.get(), index, &species);
                all.emplace_back(species.name, species.count, species.body_length);
            }
            return all;
        });
    }

    /// Returns the vectors of all boids. The same array until the simulation changes.
    py::array vectors(int vector) {
        for (;;) {
            if (const Cached& cached = m_cached[vector]; cached.array && cached.revision == m_revision) {
                return *cached.array;
            }
            const std::size_t count = state().boid_count;
            py::array array = reusable(m_cached[vector], count);
            auto* const values = static_cast<float*>(const_cast<void*>(array.data()));
            std::uint64_t revision = 0;
            const bool isRead = alone([&] {
                revision = m_revision;
                shoal_state now{};
                call(shoal_get_state, m_handle.get(), &now);
                if (now.boid_count == count) {
                    call(shoal_read, m_handle.get(), SHOAL_ALL_SPECIES, static_cast<shoal_vector>(vector),
                         values, count);
                }
                return now.boid_count == count;  // unless another thread has changed it since
            });
            if (isRead) {
                m_cached[vector] = {array, revision};
                return array;
            }
        }
    }

    void place(std::size_t species, const FloatArray& positions, const FloatArray& velocities) {
        for (const FloatArray* const each : {&positions, &velocities}) {
            if (each->ndim() != 2 || each->shape(1) != 3 || each->shape(0) != positions.shape(0)) {
                throw Failed{SHOAL_BAD_VALUE, "positions and velocities must both have the shape (N, 3)"};
            }
        }
        const auto count = static_cast<std::size_t>(positions.shape(0));
        const float* const at = positions.data();
        const float* const moving = velocities.data();
        change([&] { call(shoal_place, m_handle.get(), species, at, moving, count); });
    }

    std::unique_ptr<Checkpoint> checkpoint() {
        return std::make_unique<Checkpoint>(
            Checkpoint{alone([&] { return made<shoal_checkpoint>(shoal_make_checkpoint, m_handle.get()); })});
    }
    void resume(const Checkpoint& checkpoint) {
        change([&] { call(shoal_resume, m_handle.get(), checkpoint.handle.get()); });
    }

    shoal_take take() {
        return alone([&] {
            shoal_take take{};
            call(shoal_get_take, m_handle.get(), &take);
            return take;
        });
    }

    std::unique_ptr<Measures> measures(int species) {
        return std::make_unique<Measures>(
            alone([&] { return made<shoal_measures>(shoal_measures_of, m_handle.get(), species); }));
    }

    /// Runs `body` with the handle while no other thread uses it and Python is free to run.
    template <class Body>
    auto withHandle(const Body& body) {
        return alone([&] { return body(m_handle.get()); });
    }

private:
    struct Cached {
        std::optional<py::array> array;
        std::uint64_t revision = 0;
    };

    template <class Open>
    static std::unique_ptr<Simulation> opened(const Open& open, std::optional<std::uint64_t> seed,
                                              std::optional<std::int64_t> boids, int threads) {
        const shoal_options options{seed ? &*seed : nullptr, boids ? &*boids : nullptr, threads};
        const Released released;
        return std::make_unique<Simulation>(open(options));
    }

    /// Returns the cached array if nothing else refers to it, and otherwise a new one: an array that someone
    /// holds must not change.
    static py::array reusable(Cached& cached, std::size_t count) {
        const auto rows = static_cast<py::ssize_t>(count);
        const std::optional<py::array> old = std::exchange(cached.array, std::nullopt);
        return old && old->ref_count() == 1 && old->shape(0) == rows ? *old : newArray(rows);
    }

    /// Returns an array that nothing can write to: its memory belongs to a capsule, which NumPy cannot make
    /// writeable.
    static py::array newArray(py::ssize_t rows) {
        auto values = std::make_unique<float[]>(static_cast<std::size_t>(rows) * 3);
        const py::capsule owner(values.get(), [](void* memory) { delete[] static_cast<float*>(memory); });
        py::array_t<float> array({rows, py::ssize_t{3}}, values.release(), owner);
        py::detail::array_proxy(array.ptr())->flags &= ~py::detail::npy_api::NPY_ARRAY_WRITEABLE_;
        return array;
    }

    Door m_door;
    Owned<shoal_simulation> m_handle;
    std::atomic<std::uint64_t> m_revision{0};  ///< changes inside the door
    std::map<int, Cached> m_cached;            ///< by shoal_vector; guarded by the interpreter's lock
};

/// Ends the runs of a sweep that other threads have begun.
struct Stop {
    std::atomic<bool> isWanted{false};
};

class Sweep {
public:
    static std::unique_ptr<Sweep> open(const std::string& file) {
        const Released released;
        return std::make_unique<Sweep>(made<shoal_sweep>(shoal_open_sweep, file.c_str()));
    }
    static std::unique_ptr<Sweep> openText(const std::string& toml, const std::string& name) {
        const Released released;
        return std::make_unique<Sweep>(made<shoal_sweep>(shoal_open_sweep_text, toml.c_str(), name.c_str()));
    }
    explicit Sweep(Owned<shoal_sweep> handle) : m_handle(std::move(handle)) {}

    std::size_t runs() const { return shoal_sweep_runs(m_handle.get()); }
    py::str header() const { return textOf(shoal_sweep_header(m_handle.get())); }

    /// Returns the row of a run; empty if it was stopped.
    std::optional<py::str> run(std::size_t index, Stop& stop) const {
        Owned<char> row;
        {
            const Released released;
            Running running{stop, {}, nullptr};
            row = made<char>(shoal_sweep_run, m_handle.get(), index, &Running::isStopped, &running);
            if (running.raised) {
                std::rethrow_exception(running.raised);
            }
        }
        return row ? std::optional<py::str>(textOf(row.get())) : std::nullopt;
    }

    std::unique_ptr<Simulation> simulation(std::size_t index, int threads) const {
        const Released released;
        const shoal_options options{nullptr, nullptr, threads};
        return std::make_unique<Simulation>(
            made<shoal_simulation>(shoal_open_sweep_run, m_handle.get(), index, &options));
    }

private:
    /// A run on this thread, between its steps.
    struct Running {
        Stop& stop;
        SignalWatch signals;
        std::exception_ptr raised;  ///< by the handler of a signal; no exception may cross the C interface

        static bool isStopped(void* context) {
            auto& running = *static_cast<Running*>(context);
            try {
                running.signals.look();
            } catch (...) {
                running.raised = std::current_exception();
            }
            return running.raised || running.stop.isWanted || ending::isDue();
        }
    };

    Owned<shoal_sweep> m_handle;
};

class Renderer {
public:
    Renderer() {
        const Released released;
        m_handle = made<shoal_renderer>(shoal_renderer_create);
    }

    py::array render(Simulation& simulation, int width, int height, const std::string& camera,
                     int supersample, bool isTransparent) {
        const shoal_picture picture{width, height, camera.c_str(), supersample, isTransparent};
        if (width < 1 || height < 1) {
            throw Failed{SHOAL_BAD_VALUE, "width and height must be at least 1"};
        }
        py::array_t<std::uint8_t> pixels({py::ssize_t{height}, py::ssize_t{width}, py::ssize_t{4}});
        std::uint8_t* const rgba = pixels.mutable_data();
        const auto bytes = static_cast<std::size_t>(pixels.nbytes());
        simulation.withHandle([&](shoal_simulation* handle) {
            call(shoal_render, m_handle.get(), handle, &picture, rgba, bytes);
        });
        return pixels;
    }

private:
    Owned<shoal_renderer> m_handle;
};

std::vector<std::tuple<std::string, std::string, std::string>> presets() {
    std::vector<std::tuple<std::string, std::string, std::string>> all;
    for (std::size_t index = 0; index < shoal_preset_count(); ++index) {
        shoal_preset preset{};
        call(shoal_preset_at, index, &preset);
        all.emplace_back(preset.name, preset.base, preset.toml);
    }
    return all;
}

std::vector<std::tuple<std::string, std::string, std::string>> measures() {
    std::vector<std::tuple<std::string, std::string, std::string>> all;
    for (std::size_t index = 0; index < shoal_measure_count(); ++index) {
        shoal_measure_info info{};
        call(shoal_measure_at, index, &info);
        all.emplace_back(info.key, info.unit, info.help);
    }
    return all;
}

}  // namespace

PYBIND11_MODULE(_shoal, module) {
    module.doc() = "The C interface of Shoal. Use the package shoal.";
    if (shoal_c_version() != SHOAL_C_VERSION) {
        throw py::import_error("libshoal has another version than this module");
    }
    py::register_exception_translator([](std::exception_ptr pointer) {
        try {
            if (pointer) {
                std::rethrow_exception(pointer);
            }
        } catch (const Failed& failed) {
            PyErr_SetObject(classOf(failed.status).ptr(), textOf(failed.text).ptr());
        }
    });
    module.def("set_exceptions", [](py::object error, py::object graphics, py::object deviation) {
        exceptions() = {std::move(error), std::move(graphics), std::move(deviation)};
    });
    if (Py_AtExit(&ending::waitForOthers) != 0) {
        throw py::import_error("too many modules wait for the end of the interpreter");
    }
    s_mainThread = py::module_::import("threading").attr("main_thread")().attr("ident").cast<unsigned long>();
    py::module_::import("os").attr("register_at_fork")(py::arg("after_in_child") =
                                                           py::cpp_function(&ending::forgetOthers));

    py::class_<Tunable>(module, "Tunable")
        .def_readonly("key", &Tunable::key)
        .def_readonly("help", &Tunable::help)
        .def_readonly("unit", &Tunable::unit)
        .def_readonly("min", &Tunable::min)
        .def_readonly("max", &Tunable::max)
        .def_readonly("form", &Tunable::form)
        .def_readonly("choices", &Tunable::choices)
        .def_readonly("is_picture", &Tunable::isPicture);

    py::class_<shoal_state>(module, "State")
        .def_readonly("step_count", &shoal_state::step_count)
        .def_readonly("seconds", &shoal_state::seconds)
        .def_readonly("step_seconds", &shoal_state::step_seconds)
        .def_readonly("seed", &shoal_state::seed)
        .def_readonly("boid_count", &shoal_state::boid_count)
        .def_readonly("threads", &shoal_state::threads);

    py::class_<shoal_take>(module, "TakeState")
        .def_readonly("first_step", &shoal_take::first_step)
        .def_readonly("last_step", &shoal_take::last_step)
        .def_readonly("edit_count", &shoal_take::edit_count)
        .def_readonly("hash_count", &shoal_take::hash_count)
        .def_readonly("hashes_compared", &shoal_take::hashes_compared);

    py::class_<Checkpoint>(module, "Checkpoint", "The state of a simulation at one step.");

    py::class_<Simulation>(module, "Simulation")
        .def_static("open", &Simulation::open)
        .def_static("open_text", &Simulation::openText)
        .def_static("open_take", &Simulation::openTake)
        .def("copy", &Simulation::copy)
        .def("step", &Simulation::step)
        .def("restart", &Simulation::restart)
        .def("state", &Simulation::state)
        .def("hash", &Simulation::hash)
        .def("fault_text", &Simulation::faultText)
        .def("preset_text", &Simulation::presetText)
        .def("name", &Simulation::name)
        .def("title", &Simulation::title)
        .def("set", &Simulation::set)
        .def("set_text", &Simulation::setText)
        .def("value", &Simulation::value)
        .def("tunable", &Simulation::tunable)
        .def("tunables", &Simulation::tunables)
        .def("species", &Simulation::species)
        .def("vectors", &Simulation::vectors)
        .def("place", &Simulation::place)
        .def("checkpoint", &Simulation::checkpoint)
        .def("resume", &Simulation::resume)
        .def("take", &Simulation::take)
        .def("measures", &Simulation::measures);

    py::class_<Measures>(module, "Measures").def("value", &Measures::value);

    py::class_<Stop>(module, "Stop").def(py::init<>()).def("set", [](Stop& stop) { stop.isWanted = true; });

    py::class_<Sweep>(module, "Sweep")
        .def_static("open", &Sweep::open)
        .def_static("open_text", &Sweep::openText)
        .def("runs", &Sweep::runs)
        .def("header", &Sweep::header)
        .def("run", &Sweep::run)
        .def("simulation", &Sweep::simulation);

    py::class_<Renderer>(module, "Renderer").def(py::init<>()).def("render", &Renderer::render);

    module.def("presets", &presets);
    module.def("measures", &measures);
    module.def("load_plugin", [](const std::string& file) { call(shoal_load_plugin, file.c_str()); });
    module.def("version", &shoal_version);
    module.def("camera_names", &shoal_camera_names);
    module.attr("POSITION") = static_cast<int>(SHOAL_POSITION);
    module.attr("VELOCITY") = static_cast<int>(SHOAL_VELOCITY);
    module.attr("STEERING") = static_cast<int>(SHOAL_STEERING);
}
