#include "python/simulation.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <tuple>
#include <vector>

#include <fmt/format.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <shoal/preset.hpp>

#include "capture/take/take_replay.hpp"
#include "compute/card_step.hpp"
#include "python/errors.hpp"
#include "sim/scene/population.hpp"
#include "sim/text/budget.hpp"
#include "system/files/atomic_file.hpp"

namespace py = pybind11;

namespace shoal::python {

namespace {

/// Opens what Simulation(preset) can: a preset, or the scene of a capture or take.
Scene openScene(const std::string& nameOrFile) {
    if (isGivenDescriptor(nameOrFile)) {
        const std::string bytes = valueOf(readWholeFile(nameOrFile, kTakeBudget.bytes));
        return recordedIn(bytes) == Recorded::nothing ? valueOf(parsePreset(bytes, nameOrFile))
                                                      : valueOf(takeIn(bytes, nameOrFile)).scene;
    }
    return !isBuiltinPreset(nameOrFile) && recordedAt(nameOrFile) != Recorded::nothing
               ? valueOf(openTake(nameOrFile)).scene
               : valueOf(openPreset(nameOrFile));
}

std::unique_ptr<SharedSimulation> opened(Scene scene, std::optional<std::uint64_t> seed,
                                         std::optional<std::int64_t> boids,
                                         const SimulationOptions& options) {
    scene.seed = seed.value_or(scene.seed);
    if (boids) {
        if (*boids < 0 || *boids > kMaxBoids) {
            throw Failed{Fault::wrongValue,
                         fmt::format("{} boids, but a scene holds 0 to {}", *boids, kMaxBoids)};
        }
        populate(static_cast<int>(*boids), scene);
    }
    return std::make_unique<SharedSimulation>(valueOf(Simulation::create(std::move(scene), options)));
}

std::size_t countOf(const Simulation& simulation) {
    std::size_t count = 0;
    for (const Flock& flock : simulation.flocks()) {
        count += flock.count();
    }
    return count;
}

const Column3& columnOf(const Flock& flock, Vector vector) {
    switch (vector) {
        case Vector::velocity:
            return flock.now().velocity;
        case Vector::steering:
            return flock.steering();
        case Vector::position:
            break;
    }
    return flock.now().position;
}

/// Throws a Failed if walls would move one of the boids at the next step.
void requireInside(const Scene& scene, const Species& species, std::span<const Vec3f> positions) {
    const bool isWrapped = species.wrapsWorld();
    if (!isWrapped && std::ranges::none_of(species.rules, [](const auto& rule) {
            return rule->isEnabled && rule->info().isWall;
        })) {
        return;
    }
    const World& world = scene.world;
    const Vec3f half = world.halfExtent();
    // A spherical world wraps at its bounding cube.
    const bool isSphere = world.shape == World::Shape::sphere && !isWrapped;
    const auto isOutside = [&](const Vec3f& at) {
        return isSphere ? lengthSq(at) > half.x * half.x
                        : std::abs(at.x) > half.x || std::abs(at.y) > half.y || std::abs(at.z) > half.z;
    };
    if (const auto first = std::ranges::find_if(positions, isOutside); first != positions.end()) {
        const std::string size = isSphere ? fmt::format("a sphere of {:g} m about 0", world.width)
                                          : fmt::format("{:g} x {:g} x {:g} m about 0", 2.0f * half.x,
                                                        2.0f * half.y, 2.0f * half.z);
        throw Failed{
            Fault::wrongValue,
            fmt::format("position {} of {}, ({:g}, {:g}, {:g}) m, is outside the world, {}; place "
                        "boids inside it, or enlarge it first",
                        first - positions.begin(), positions.size(), first->x, first->y, first->z, size)};
    }
}

std::vector<Vec3f> vectorsOf(const float* values, std::size_t count) {
    std::vector<Vec3f> vectors(count);
    for (std::size_t index = 0; index < count; ++index, values += 3) {
        vectors[index] = {values[0], values[1], values[2]};
    }
    return vectors;
}

/// Returns an array that nothing can write to: its memory belongs to a capsule, which NumPy cannot make
/// writeable.
py::array newArray(py::ssize_t rows) {
    auto values = std::make_unique<float[]>(static_cast<std::size_t>(rows) * 3);
    const py::capsule owner(values.get(), [](void* memory) { delete[] static_cast<float*>(memory); });
    py::array_t<float> array({rows, py::ssize_t{3}}, values.release(), owner);
    py::detail::array_proxy(array.ptr())->flags &= ~py::detail::npy_api::NPY_ARRAY_WRITEABLE_;
    return array;
}

/// Returns name, count and body length of each species.
std::vector<std::tuple<std::string, std::size_t, double>> speciesOf(SharedSimulation& shared) {
    return shared.read([](const Simulation& simulation) {
        std::vector<std::tuple<std::string, std::size_t, double>> all;
        for (std::size_t index = 0; index < simulation.flocks().size(); ++index) {
            const Species& species = simulation.scene().species[index];
            all.emplace_back(species.name, simulation.flocks()[index].count(), species.bodyLength);
        }
        return all;
    });
}

py::bytes bytesOf(const Checkpoint& checkpoint) {
    std::string bytes;
    {
        const Released released;
        bytes = checkpoint.toBytes();
    }
    return py::bytes(bytes);
}

Checkpoint checkpointFrom(const py::bytes& bytes) {
    const std::string_view given = bytes;
    const Released released;
    return valueOf(Checkpoint::fromBytes(given));
}

std::string faultText(const Simulation& simulation) {
    static_cast<void>(simulation.flocks());  // a device counts faults when they are fetched
    std::string lines;
    for (const RuleFault& fault : simulation.faults()) {
        lines += fault.text() + "\n";
    }
    return lines;
}

/// Returns what steps the flock, as deviceNamed() takes it: "cpu" after a device has failed.
std::string computeName(const Simulation& simulation) {
    const OpenDevice device = simulation.options().device;
    return device == nullptr ? "cpu" : device == openCard ? "card" : "auto";
}

/// Returns a method that reads the simulation.
template <class Read>
auto reading(Read read) {
    return [read](SharedSimulation& shared) { return shared.read(read); };
}

/// Returns a method that reads a text of the simulation.
template <class Read>
auto text(Read read) {
    return [read](SharedSimulation& shared) { return textOf(shared.read(read)); };
}

/// Returns a method that reads a vector of each boid.
auto vectors(Vector vector) {
    return [vector](SharedSimulation& shared) { return shared.vectors(vector); };
}

}  // namespace

SimulationOptions optionsOf(int threads, const std::string& compute) {
    const auto device = deviceNamed(compute);
    if (!device) {
        throw Failed{Fault::wrongValue, "compute: " + device.problem().text};
    }
    SimulationOptions options;
    options.threads = threads;
    options.device = *device;
    return options;
}

std::unique_ptr<SharedSimulation> SharedSimulation::open(const std::filesystem::path& preset,
                                                         std::optional<std::uint64_t> seed,
                                                         std::optional<std::int64_t> boids, int threads,
                                                         const std::string& compute) {
    const Released released;
    return opened(openScene(preset.string()), seed, boids, optionsOf(threads, compute));
}

std::unique_ptr<SharedSimulation> SharedSimulation::openText(const std::string& toml,
                                                             const std::filesystem::path& name,
                                                             std::optional<std::uint64_t> seed,
                                                             std::optional<std::int64_t> boids, int threads,
                                                             const std::string& compute) {
    const Released released;
    return opened(valueOf(parsePreset(toml, name.string())), seed, boids, optionsOf(threads, compute));
}

std::unique_ptr<SharedSimulation> SharedSimulation::openTake(const std::filesystem::path& file, int threads,
                                                             const std::string& compute) {
    const Released released;
    Take take = valueOf(shoal::openTake(file.string()));
    auto made = opened(take.scene, std::nullopt, std::nullopt, optionsOf(threads, compute));
    requireDone(beginReplay(take, made->m_simulation), Fault::deviated);
    made->m_hashesCompared = take.hashes.empty() || take.hashes[0].step != take.firstStep() ? 0 : 1;
    made->m_take = std::move(take);
    return made;
}

std::unique_ptr<SharedSimulation> SharedSimulation::resumed(const Checkpoint& checkpoint, int threads,
                                                            const std::string& compute) {
    const Released released;
    auto made = opened(checkpoint.scene(), std::nullopt, std::nullopt, optionsOf(threads, compute));
    requireDone(made->m_simulation.resume(checkpoint));
    return made;
}

/// Calls a body that changes the flock or the scene.
template <class Body>
void SharedSimulation::change(const Body& body) {
    m_user.alone([&] {
        ++m_revision;
        body();
    });
}

/// Calls a body that changes the key's value; all keys that move the flock if it is empty. A take refuses
/// those.
template <class Body>
void SharedSimulation::edit(std::string_view key, const Body& body) {
    change([&] {
        if (m_take && (key.empty() || movesFlock(key))) {
            throw Failed{Fault::wrongValue, "a take replays its recorded motion; change a copy of it"};
        }
        body();
    });
}

void SharedSimulation::step(std::uint64_t count) {
    change([&] {
        SignalWatch signals;
        for (std::uint64_t step = 0; step < count && !ending::isDue(); ++step) {
            ++m_revision;
            stepOnce();
            signals.look();
        }
    });
}

/// Advances by one step, and applies the take's edits that follow it.
void SharedSimulation::stepOnce() {
    m_simulation.step();
    if (m_take) {
        const std::uint64_t step = m_simulation.stepCount();
        const Outcome same = checkReplay(*m_take, m_simulation);
        applyEditsDue(*m_take, m_simulation);
        requireDone(same, Fault::deviated);
        m_hashesCompared += std::ranges::binary_search(m_take->hashes, step, {}, &Take::Hash::step) ? 1 : 0;
    }
}

void SharedSimulation::restart(std::uint64_t seed) {
    edit({}, [&] { m_simulation.restart(seed); });
}

void SharedSimulation::set(const std::string& key, double value) {
    edit(key, [&] { requireDone(m_simulation.apply({key, value})); });
}

void SharedSimulation::setText(const std::string& assignment) {
    edit(assignment, [&] {
        // A copy of the scene parses the value, because only the simulation may change its own.
        const std::string_view written = assignment;
        const std::size_t equals = std::min(written.find('='), written.size());
        std::string key(written.substr(0, equals));
        key.erase(key.find_last_not_of(" \t") + 1);
        key.erase(0, key.find_first_not_of(" \t"));
        Scene tried = m_simulation.scene();
        requireDone(tried.applyText(assignment));
        requireDone(m_simulation.apply({key, valueOf(tried.value(key))}));
    });
}

void SharedSimulation::place(std::size_t species, const FloatArray& positions, const FloatArray& velocities) {
    for (const FloatArray* const each : {&positions, &velocities}) {
        if (each->ndim() != 2 || each->shape(1) != 3 || each->shape(0) != positions.shape(0)) {
            throw Failed{Fault::wrongValue, "positions and velocities must both have the shape (N, 3)"};
        }
    }
    const auto count = static_cast<std::size_t>(positions.shape(0));
    const float* const at = positions.data();
    const float* const moving = velocities.data();
    edit({}, [&] {
        if (count > static_cast<std::size_t>(kMaxBoids)) {
            throw Failed{Fault::wrongValue,
                         fmt::format("{} boids, but a scene may have at most {}", count, kMaxBoids)};
        }
        const std::vector<Vec3f> placed = vectorsOf(at, count);
        requireInside(m_simulation.scene(), m_simulation.scene().species.at(species), placed);
        requireDone(m_simulation.place(species, placed, vectorsOf(moving, count)));
    });
}

void SharedSimulation::resume(const Checkpoint& checkpoint) {
    edit({}, [&] { requireDone(m_simulation.resume(checkpoint)); });
}

py::array SharedSimulation::vectors(Vector vector) {
    const OneUser::Use use(m_user);
    Cached& cached = m_cached[vector];
    if (!cached.array || cached.revision != m_revision) {
        const py::array array = newArray(static_cast<py::ssize_t>(countOf(m_simulation)));
        auto* to = static_cast<float*>(const_cast<void*>(array.data()));
        {
            const Released released;
            for (const Flock& flock : m_simulation.flocks()) {
                for (const Vec3f& each : flock.now().byId(columnOf(flock, vector))) {
                    *to++ = each.x;
                    *to++ = each.y;
                    *to++ = each.z;
                }
            }
        }
        cached = {array, m_revision};
    }
    return *cached.array;
}

SharedSimulation::TakeState SharedSimulation::take() {
    return m_user.alone([&] {
        if (!m_take) {
            throw Failed{Fault::wrongValue, "the simulation replays no take"};
        }
        return TakeState{m_take->firstStep(), m_take->to.step, m_take->edits.size(), m_take->hashes.size(),
                         m_hashesCompared};
    });
}

void addSimulation(py::module_& module) {
    using TakeState = SharedSimulation::TakeState;
    py::class_<TakeState>(module, "TakeState")
        .def_readonly("first_step", &TakeState::firstStep)
        .def_readonly("last_step", &TakeState::lastStep)
        .def_readonly("edit_count", &TakeState::edits)
        .def_readonly("hash_count", &TakeState::hashes)
        .def_readonly("hashes_compared", &TakeState::hashesCompared);

    py::class_<Checkpoint>(module, "Checkpoint", "The state of a simulation at one step.")
        .def("to_bytes", &bytesOf, "Return it as bytes, for from_bytes() in this or another process.")
        .def_static("from_bytes", &checkpointFrom,
                    "Read bytes of to_bytes(). Raises Error, with the reason, if they are not whole.")
        .def(py::pickle(&bytesOf, &checkpointFrom));

    py::class_<SharedSimulation> simulation(module, "Simulation");
    const py::arg seed("seed");
    const py::arg boids("boids");
    const py::arg threads("threads");
    const py::arg compute("compute");
    simulation.def_static("open", &SharedSimulation::open, py::arg("preset"), seed, boids, threads, compute)
        .def_static("open_text", &SharedSimulation::openText, py::arg("toml"), py::arg("name"), seed, boids,
                    threads, compute)
        .def_static("open_take", &SharedSimulation::openTake, py::arg("file"), threads, compute)
        .def_static("resumed", &SharedSimulation::resumed)
        .def("step", &SharedSimulation::step, py::arg("count"))
        .def("restart", &SharedSimulation::restart, seed)
        .def("step_count", reading([](const Simulation& each) { return each.stepCount(); }))
        .def("seconds", reading([](const Simulation& each) { return each.seconds(); }))
        .def("step_seconds",
             reading([](const Simulation& each) { return each.scene().time.modelSeconds(1.0); }))
        .def("seed", reading([](const Simulation& each) { return each.scene().seed; }))
        .def("threads", reading([](const Simulation& each) { return each.threads(); }))
        .def("compute", text(computeName))
        .def("device", text([](const Simulation& each) { return each.device(); }))
        .def("device_problem", text([](const Simulation& each) { return each.deviceProblem(); }))
        .def("boid_count", reading(countOf))
        .def("hash", reading([](const Simulation& each) { return each.hash(); }))
        .def("fault_text", text(faultText))
        .def("preset_text", text([](const Simulation& each) { return presetText(each.scene()); }))
        .def("name", text([](const Simulation& each) { return each.scene().name; }))
        .def("title", text([](const Simulation& each) { return each.scene().title; }))
        .def("set", &SharedSimulation::set, py::arg("key"), py::arg("value"))
        .def("set_text", &SharedSimulation::setText, py::arg("assignment"))
        .def("species", &speciesOf)
        .def("positions", vectors(Vector::position))
        .def("velocities", vectors(Vector::velocity))
        .def("steering", vectors(Vector::steering))
        .def("place", &SharedSimulation::place, py::arg("species"), py::arg("positions"),
             py::arg("velocities"))
        .def("checkpoint",
             reading([](const Simulation& each) { return std::make_unique<Checkpoint>(each.checkpoint()); }))
        .def("resume", &SharedSimulation::resume, py::arg("checkpoint"))
        .def("take", &SharedSimulation::take);
    addTunables(simulation);
    addMeasures(module, simulation);
}

}  // namespace shoal::python
