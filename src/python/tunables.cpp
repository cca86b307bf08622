#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <pybind11/stl.h>

#include "python/errors.hpp"
#include "python/simulation.hpp"
#include "sim/scene/clamped_edit.hpp"
#include "sim/scene/form_name.hpp"

namespace py = pybind11;

namespace shoal::python {

namespace {

/// What can be set in a simulation.
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

Tunable tunableOf(std::string key, const Parameter& parameter) {
    const Declaration& declared = parameter.declared;
    return {std::move(key),
            std::string(declared.help),
            std::string(declared.unit),
            declared.min,
            declared.max,
            formName(parameter.form),
            {declared.choices.begin(), declared.choices.end()},
            declared.affects == Affects::picture};
}

/// Calls `visit` with the full key of each tunable and its declaration, in the order of preset files.
template <class Visit>
void visitKeys(const Scene& scene, const Visit& visit) {
    // A section gives write access to the scene; this only reads.
    auto& readOnly = const_cast<Scene&>(scene);  // NOLINT(cppcoreguidelines-pro-type-const-cast)
    for (const Section& section : readOnly.sections()) {
        for (const Tunables& tunables : {section.tunables, section.switches()}) {
            for (const Parameter& parameter : tunables.parameters) {
                visit(fmt::format("{}.{}", section.path, parameter.declared.key), parameter);
            }
        }
    }
}

/// Returns the full form of a legal key. Unchanged for the presence of an object, which is not in the list.
std::string fullKey(const Scene& scene, std::string_view key) {
    // What a key may omit, in the order in which the scene tries it.
    std::vector<std::string> candidates{std::string(key), fmt::format("species.{}", key)};
    if (scene.species.size() == 1) {
        candidates.push_back(fmt::format("species.{}.{}", scene.species[0].name, key));
    }
    std::size_t best = candidates.size();
    visitKeys(scene, [&](const std::string& full, const Parameter&) {
        const auto found = std::ranges::find(candidates, full);
        best = std::min(best, static_cast<std::size_t>(found - candidates.begin()));
    });
    return best < candidates.size() ? candidates[best] : std::string(key);
}

double value(SharedSimulation& shared, const std::string& key) {
    return shared.read([&](const Simulation& simulation) { return valueOf(simulation.scene().value(key)); });
}

Tunable tunable(SharedSimulation& shared, const std::string& key) {
    return shared.read([&](const Simulation& simulation) {
        const Parameter parameter = valueOf(parameterOf(simulation.scene(), key));
        return tunableOf(fullKey(simulation.scene(), key), parameter);
    });
}

std::vector<Tunable> tunables(SharedSimulation& shared) {
    return shared.read([](const Simulation& simulation) {
        std::vector<Tunable> all;
        visitKeys(simulation.scene(), [&](const std::string& key, const Parameter& parameter) {
            all.push_back(tunableOf(key, parameter));
        });
        return all;
    });
}

}  // namespace

void addTunables(py::module_& module, py::class_<SharedSimulation>& simulation) {
    py::class_<Tunable>(module, "Tunable")
        .def_readonly("key", &Tunable::key)
        .def_readonly("help", &Tunable::help)
        .def_readonly("unit", &Tunable::unit)
        .def_readonly("min", &Tunable::min)
        .def_readonly("max", &Tunable::max)
        .def_readonly("form", &Tunable::form)
        .def_readonly("choices", &Tunable::choices)
        .def_readonly("is_picture", &Tunable::isPicture);
    simulation.def("value", &value, py::arg("key"))
        .def("tunable", &tunable, py::arg("key"))
        .def("tunables", &tunables);
}

}  // namespace shoal::python
