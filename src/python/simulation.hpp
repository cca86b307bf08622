#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <shoal/simulation.hpp>

#include "capture/take/take.hpp"
#include "python/threads.hpp"

namespace shoal::python {

using FloatArray = pybind11::array_t<float, pybind11::array::c_style | pybind11::array::forcecast>;

/// A vector of each boid.
enum class Vector { position, velocity, steering };

/// `compute`: what steps the flock, as deviceNamed() takes it.
SimulationOptions optionsOf(int threads, const std::string& compute);

/// A simulation, or a take that replays, for one Python thread at a time. It does not hold the interpreter
/// while it computes.
class [[gnu::visibility("hidden")]] SharedSimulation {  // as pybind11's own classes
public:
    explicit SharedSimulation(Simulation simulation) : m_simulation(std::move(simulation)) {}

    static std::unique_ptr<SharedSimulation> open(
        const std::filesystem::path& preset, std::optional<std::uint64_t> seed,
        std::optional<std::int64_t> boids, int threads, const std::string& compute);
    static std::unique_ptr<SharedSimulation> openText(
        const std::string& toml, const std::filesystem::path& name, std::optional<std::uint64_t> seed,
        std::optional<std::int64_t> boids, int threads, const std::string& compute);
    static std::unique_ptr<SharedSimulation> openTake(const std::filesystem::path& file, int threads,
                                                      const std::string& compute);
    static std::unique_ptr<SharedSimulation> resumed(const Checkpoint& checkpoint, int threads,
                                                     const std::string& compute);

    /// Calls `body` with the simulation while Python is free to run.
    template <class Body>
    auto read(const Body& body) {
        return m_user.alone([&] { return body(std::as_const(m_simulation)); });
    }

    void step(std::uint64_t count);
    void restart(std::uint64_t seed);
    void set(const std::string& key, double value);
    void setText(const std::string& assignment);
    void place(std::size_t species, const FloatArray& positions, const FloatArray& velocities);
    void resume(const Checkpoint& checkpoint);

    /// Returns the vectors of all boids, one species after the other, in order of id. The same array until
    /// the simulation changes.
    pybind11::array vectors(Vector vector);

    /// Where a take is; throws a Failed if the simulation replays none.
    struct TakeState {
        std::uint64_t firstStep = 0;
        std::uint64_t lastStep = 0;
        std::size_t edits = 0;
        std::size_t hashes = 0;
        std::uint64_t hashesCompared = 0;
    };
    TakeState take();

private:
    struct Cached {
        std::optional<pybind11::array> array;
        std::uint64_t revision = 0;
    };

    template <class Body>
    void change(const Body& body);
    template <class Body>
    void edit(std::string_view key, const Body& body);
    void stepOnce();

    OneUser m_user;
    Simulation m_simulation;
    std::optional<Take> m_take;  ///< that it replays
    std::uint64_t m_hashesCompared = 0;
    std::uint64_t m_revision = 0;  ///< counts changes
    std::map<Vector, Cached> m_cached;
};

void addSimulation(pybind11::module_& module);
void addTunables(pybind11::class_<SharedSimulation>& simulation);
void addMeasures(pybind11::module_& module, pybind11::class_<SharedSimulation>& simulation);
void addSweep(pybind11::module_& module);
void addLife(pybind11::module_& module);
void addRenderer(pybind11::module_& module);

}  // namespace shoal::python
