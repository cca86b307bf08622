// The module shoal._shoal: Shoal's C++ objects for Python. The package in shoal/ gives them their names and
// documentation.

#include <string>
#include <tuple>
#include <vector>

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

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
    module.def("presets", &presets);
    module.def("load_plugin", [](const std::string& file) { requireDone(shoal::loadPlugin(file)); });
    module.def("version", [] { return SHOAL_VERSION; });
}
