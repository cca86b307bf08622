#include "app/commands/tables.hpp"

#include <cmath>
#include <fstream>
#include <ios>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "app/commands/report.hpp"

namespace shoal {

Result<AtomicFile> openTable(const std::filesystem::path& path, std::string_view header) {
    std::error_code ignored;
    if (std::filesystem::is_regular_file(path, ignored)) {
        std::string beginning(header.size(), '\0');
        std::ifstream old(path, std::ios::binary);
        old.read(beginning.data(), static_cast<std::streamsize>(beginning.size()));
        beginning.resize(static_cast<std::size_t>(old.gcount()));
        if (!beginning.empty() && beginning != header) {
            return Problem{path.string() +
                           ": exists but is not an earlier table of this kind; name another file"};
        }
    }
    removeStaleTemporaries(path.parent_path());
    auto file = AtomicFile::open(path);
    if (file) {
        if (auto written = file->write(header); !written) {
            return written.problem();
        }
    }
    return file;
}

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
    return m_file.write(lines);
}

}  // namespace shoal
