#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "c/call.hpp"
#include "c/handles.hpp"

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
        const auto& all = columnTexts();
        if (index >= all.size()) {
            throw badCall(fmt::format("there is no measure {}: there are {}", index, all.size()));
        }
        const ColumnTexts& one = all[index];
        *info = {.key = one.key.c_str(), .unit = one.unit.c_str(), .help = one.help.c_str()};
    });
}

shoal_status shoal_measure(const shoal_simulation* simulation, int species, double* values,
                           shoal_error* error) {
    return guarded(error, [&] {
        requireGiven(values, "the place for the values");
        const Simulation& of = simulationOf(simulation);
        // A negative number becomes an index that is too large.
        const auto index = species == SHOAL_ALL_SPECIES
                               ? std::nullopt
                               : std::optional(speciesIndex(of, static_cast<std::size_t>(species)));
        std::ranges::copy(measureValues(of, index), values);
    });
}
