#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "c/call.hpp"
#include "c/handles.hpp"
#include "sim/measures/measured_run.hpp"

struct shoal_measures {
    shoal::MeasuredInstant instant;
};

namespace shoal::c {
namespace {

/// A column of the measures with zero-terminated texts.
struct ColumnTexts {
    std::string key;
    std::string unit;
    std::string help;
};

const std::vector<ColumnTexts>& columnTexts() {
    static const std::vector<ColumnTexts> all = [] {
        std::vector<ColumnTexts> made;
        for (const MeasureColumn& column : measureColumns()) {
            made.push_back({std::string(column.key), std::string(column.unit), std::string(column.help)});
        }
        return made;
    }();
    return all;
}

void requireMeasure(std::size_t index) {
    if (const std::size_t count = measureColumns().size(); index >= count) {
        throw badCall(fmt::format("there is no measure {}: there are {}", index, count));
    }
}

/// Returns the index of a species, or nothing for SHOAL_ALL_SPECIES.
std::optional<std::size_t> measuredSpecies(const Simulation& simulation, int species) {
    // A negative number becomes an index that is too large.
    return species == SHOAL_ALL_SPECIES
               ? std::nullopt
               : std::optional(speciesIndex(simulation, static_cast<std::size_t>(species)));
}

}  // namespace
}  // namespace shoal::c

using namespace shoal;
using namespace shoal::c;

size_t shoal_measure_count(void) {
    return guardedOr(size_t{0}, [] { return measureColumns().size(); });
}

shoal_status shoal_measure_at(size_t index, shoal_measure_info* info, shoal_error* error) {
    return guarded(error, [&] {
        requireGiven(info, "the place for the measure");
        requireMeasure(index);
        const ColumnTexts& one = columnTexts()[index];
        *info = {.key = one.key.c_str(), .unit = one.unit.c_str(), .help = one.help.c_str()};
    });
}

shoal_status shoal_measure(const shoal_simulation* simulation, int species, double* values,
                           shoal_error* error) {
    return guarded(error, [&] {
        requireGiven(values, "the place for the values");
        const Simulation& of = simulationOf(simulation);
        std::ranges::copy(measureValues(of, measuredSpecies(of, species)), values);
    });
}

shoal_status shoal_measures_of(const shoal_simulation* simulation, int species, shoal_measures** measures,
                               shoal_error* error) {
    return making(measures, "the place for the measures", error, [&] {
        const Simulation& of = simulationOf(simulation);
        return new shoal_measures{MeasuredInstant(of, measuredSpecies(of, species))};
    });
}

shoal_status shoal_measures_value(shoal_measures* measures, size_t index, double* value, shoal_error* error) {
    return guarded(error, [&] {
        requireGiven(measures, "the measures");
        requireGiven(value, "the place for the value");
        requireMeasure(index);
        *value = measures->instant.value(index);
    });
}

void shoal_measures_free(shoal_measures* measures) {
    delete measures;
}
