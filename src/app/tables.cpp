#include "app/tables.hpp"

#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "app/report.hpp"

namespace shoal {

namespace {

/// Opened, with its first line written.
Result<WholeFile> openTable(const std::filesystem::path& path, std::string_view header) {
    removeStaleTemporaries(path.parent_path());
    auto file = WholeFile::open(path);
    if (file) {
        if (auto written = file->write(header); !written) {
            return written.problem();
        }
    }
    return file;
}

}  // namespace

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
                                    measures.nearestNeighbour, measures.clusters, measures.speed.least,
                                    measures.speed.mean, measures.speed.most));
}

}  // namespace shoal
