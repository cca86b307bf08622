#include "commands/report/tables.hpp"

#include <cmath>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "commands/report/report.hpp"
#include "lab/trajectory/trajectory.hpp"

namespace shoal {

Result<MeasuresTable> MeasuresTable::create(const std::filesystem::path& path,
                                            std::span<const MeasureColumn> columns) {
    std::string header = "schema,seed,step,seconds,species,boids";
    for (const MeasureColumn& column : columns) {
        header += fmt::format(",{}", column.key);
    }
    auto file = openTable(path, header + "\n");
    if (!file) {
        return file.problem();
    }
    return MeasuresTable(std::move(*file));
}

Outcome MeasuresTable::add(const Simulation& simulation, const SampledRun& run) {
    std::string lines;
    for (const SampledRun::Group& group : run.groups()) {
        std::size_t boids = 0;
        for (std::size_t index = 0; index < simulation.flocks().size(); ++index) {
            boids += !group.species || *group.species == index ? simulation.flocks()[index].count() : 0;
        }
        lines += fmt::format("{},{},{},{:.6f},{},{}", kReportSchema, simulation.scene().seed,
                             simulation.stepCount(), simulation.seconds(), group.name, boids);
        for (const double value : group.samples.back()) {
            lines += std::isfinite(value) ? fmt::format(",{}", value) : ",";
        }
        lines += '\n';
    }
    const Outcome written = m_file.write(lines);
    return written ? m_file.keep() : written;
}

}  // namespace shoal
