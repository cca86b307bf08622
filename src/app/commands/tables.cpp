#include "app/commands/tables.hpp"

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

Result<MeasuresTable> MeasuresTable::create(const std::filesystem::path& path) {
    auto file = openTable(path,
                          "step,seconds,boids,polarisation,milling,nearest_neighbour_m,clusters,"
                          "speed_min_m_s,speed_mean_m_s,speed_max_m_s\n");
    if (!file) {
        return file.problem();
    }
    return MeasuresTable(std::move(*file));
}

Outcome MeasuresTable::add(const Simulation& simulation) {
    std::size_t boids = 0;
    for (const Flock& flock : simulation.flocks()) {
        boids += flock.count();
    }
    const Measures measures = measureAll(simulation);
    return m_file.write(fmt::format("{},{:.6f},{},{},{},{},{},{},{},{}\n", simulation.stepCount(),
                                    simulation.seconds(), boids, measures.polarisation, measures.milling,
                                    measures.nearestNeighbour, measures.clusters, measures.speed.min,
                                    measures.speed.mean, measures.speed.max));
}

}  // namespace shoal
