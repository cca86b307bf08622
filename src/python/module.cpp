// The module shoal._shoal: Shoal's C++ objects for Python. The package in shoal/ gives them their names and
// documentation.

#include <algorithm>
#include <filesystem>
#include <string>
#include <tuple>
#include <vector>

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <shoal/preset.hpp>

#include "python/errors.hpp"
#include "python/simulation.hpp"
#include "python/threads.hpp"
#include "sim/rules/plugin.hpp"

namespace {

/// Returns name, base and text of each built-in preset.
std::vector<std::tuple<std::string, std::string, std::string>> presets() {
    std::vector<std::tuple<std::string, std::string, std::string>> all;
    for (const shoal::BuiltinPreset& preset : shoal::builtinPresets()) {
        all.emplace_back(preset.name, preset.base, preset.toml);
    }
    return all;
}

/// Lets objects of all classes of the module be copied and pickled by protocol 2 or later, whatever is asked
/// for. The earlier ones begin with a bare object of pybind11's base class, whose end aborts the interpreter.
void raisePickleProtocols(const pybind11::module_& module) {
    namespace py = pybind11;
    const py::object reduce = py::module_::import("builtins").attr("object").attr("__reduce_ex__");
    for (const auto& [name, value] : module.attr("__dict__").cast<py::dict>()) {
        if (py::isinstance<py::type>(value)) {
            py::setattr(
                value, "__reduce_ex__",
                py::cpp_function([reduce](const py::object& self,
                                          int protocol) { return reduce(self, std::max(protocol, 2)); },
                                 py::is_method(value)));
        }
    }
}

}  // namespace

PYBIND11_MODULE(_shoal, module) {
    using namespace shoal::python;
    module.doc() = "Shoal's C++ objects. Use the package shoal.";
    addErrors(module);
    addThreads();
    addSimulation(module);
    addSweep(module);
    addLife(module);
    addRenderer(module);
    raisePickleProtocols(module);
    module.def("presets", &presets);
    module.def(
        "load_plugin",
        [](const std::filesystem::path& file) { requireDone(shoal::loadPlugin(file.string())); },
        pybind11::arg("file"));
    module.def("version", [] { return SHOAL_VERSION; });
}
