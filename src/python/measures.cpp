#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <pybind11/stl.h>

#include "python/simulation.hpp"
#include "sim/measures/measured_run.hpp"

namespace py = pybind11;

namespace shoal::python {

namespace {

/// The measures of a flock at one instant, for one Python thread at a time.
class SharedMeasures {
public:
    SharedMeasures(const Simulation& simulation, std::optional<std::size_t> species)
        : m_instant(simulation, species) {}

    double value(std::size_t index) {
        return m_user.alone([&] { return m_instant.value(index); });
    }

private:
    OneUser m_user;
    MeasuredInstant m_instant;
};

std::unique_ptr<SharedMeasures> measuresOf(SharedSimulation& shared, std::optional<std::size_t> species) {
    return shared.read(
        [&](const Simulation& simulation) { return std::make_unique<SharedMeasures>(simulation, species); });
}

std::vector<std::tuple<std::string, std::string, std::string>> measures() {
    std::vector<std::tuple<std::string, std::string, std::string>> all;
    for (const MeasureColumn& column : measureColumns()) {
        all.emplace_back(column.key, column.unit, column.text());
    }
    return all;
}

}  // namespace

void addMeasures(py::module_& module, py::class_<SharedSimulation>& simulation) {
    py::class_<SharedMeasures>(module, "Measures").def("value", &SharedMeasures::value);
    simulation.def("measures", &measuresOf);
    module.def("measures", &measures);
}

}  // namespace shoal::python
