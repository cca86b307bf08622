#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
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

/// Key, form, value, unit, minimum, maximum, choices, help, and whether it changes the flock.
using Tunable = std::tuple<std::string, std::string, double, std::string, double, double,
                           std::vector<std::string>, std::string, bool>;

Tunable tunableOf(const Scene& scene, std::string key, const Parameter& parameter) {
    const Declaration& declared = parameter.declared;
    const double value = valueOf(scene.value(key));
    return {std::move(key),
            formName(parameter.form),
            value,
            std::string(declared.unit),
            declared.min,
            declared.max,
            {declared.choices.begin(), declared.choices.end()},
            std::string(declared.help),
            declared.affects != Affects::picture};
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

Tunable tunable(SharedSimulation& shared, const std::string& key) {
    return shared.read([&](const Simulation& simulation) {
        const Parameter parameter = valueOf(parameterOf(simulation.scene(), key));
        return tunableOf(simulation.scene(), fullKey(simulation.scene(), key), parameter);
    });
}

std::vector<Tunable> tunables(SharedSimulation& shared) {
    return shared.read([](const Simulation& simulation) {
        std::vector<Tunable> all;
        visitKeys(simulation.scene(), [&](const std::string& key, const Parameter& parameter) {
            all.push_back(tunableOf(simulation.scene(), key, parameter));
        });
        return all;
    });
}

}  // namespace

void addTunables(py::class_<SharedSimulation>& simulation) {
    simulation.def("tunable", &tunable, py::arg("key")).def("tunables", &tunables);
}

}  // namespace shoal::python
