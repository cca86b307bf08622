#include "lab/sweep.hpp"

#include <atomic>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <shoal/preset.hpp>

#include "python/errors.hpp"
#include "python/simulation.hpp"

namespace py = pybind11;

namespace shoal::python {

namespace {

/// Ends the runs of a sweep that other threads have begun.
struct Stop {
    std::atomic<bool> isWanted{false};
};

std::unique_ptr<Sweep> opened(const SweepRequest& request, const std::string& preset) {
    return std::make_unique<Sweep>(valueOf(Sweep::create(request, valueOf(openPreset(preset)))));
}

std::unique_ptr<Sweep> open(const std::filesystem::path& path, const std::string& compute) {
    const Released released;
    const std::string file = path.string();
    SweepRequest request = valueOf(loadSweep(file));
    request.device = optionsOf(1, compute).device;
    return opened(request, presetBeside(file, request.preset));
}

std::unique_ptr<Sweep> openText(const std::string& toml, const std::filesystem::path& name,
                                const std::string& compute) {
    const Released released;
    SweepRequest request = valueOf(parseSweep(toml, name.string()));
    request.device = optionsOf(1, compute).device;
    return opened(request, request.preset);
}

/// Returns the row of a run; empty if it was stopped.
std::optional<py::str> run(const Sweep& sweep, std::uint64_t index, const Stop& stop) {
    std::optional<Sweep::Row> row;
    {
        const Released released;
        SignalWatch signals;
        row = valueOf(sweep.run(index, false, [&] {
            signals.look();
            return stop.isWanted || ending::isDue();
        }));
    }
    return row ? std::optional(textOf(row->text)) : std::nullopt;
}

std::unique_ptr<SharedSimulation> simulationOf(const Sweep& sweep, std::uint64_t index, int threads) {
    const Released released;
    SimulationOptions options;
    options.threads = threads;
    options.device = sweep.device();
    return std::make_unique<SharedSimulation>(
        valueOf(Simulation::create(valueOf(sweep.scene(index)), options)));
}

}  // namespace

void addSweep(py::module_& module) {
    py::class_<Stop>(module, "Stop").def(py::init<>()).def("set", [](Stop& stop) { stop.isWanted = true; });
    py::class_<Sweep>(module, "Sweep")
        .def_static("open", &open, py::arg("file"), py::arg("compute"))
        .def_static("open_text", &openText, py::arg("toml"), py::arg("name"), py::arg("compute"))
        .def("runs", &Sweep::runs)
        .def("header", [](const Sweep& sweep) { return textOf(sweep.header()); })
        .def("run", &run)
        .def("simulation", &simulationOf);
}

}  // namespace shoal::python
