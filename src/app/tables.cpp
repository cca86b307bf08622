#include "app/tables.hpp"

#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/report.hpp"

namespace shoal {

namespace {

/// Opened, with its first line written.
Result<WholeFile> openTable(const std::filesystem::path& path, std::string_view header) {
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

Result<TrajectoryTable> TrajectoryTable::create(const std::filesystem::path& path) {
    auto file = openTable(path, "step,id,x,y,z,vx,vy,vz\n");
    if (!file) {
        return file.problem();
    }
    return TrajectoryTable(std::move(*file));
}

Outcome TrajectoryTable::add(const Simulation& simulation) {
    std::size_t firstId = 0;
    std::string lines;
    for (const Flock& flock : simulation.flocks()) {
        std::vector<std::size_t> slotOfId(flock.count());
        for (std::size_t slot = 0; slot < flock.count(); ++slot) {
            slotOfId[flock.now().id[slot]] = slot;
        }
        for (std::size_t id = 0; id < flock.count(); ++id) {
            const Vec3f position = flock.now().position.at(slotOfId[id]);
            const Vec3f velocity = flock.now().velocity.at(slotOfId[id]);
            lines.clear();
            fmt::format_to(std::back_inserter(lines), "{},{},{:.9g},{:.9g},{:.9g},{:.9g},{:.9g},{:.9g}\n",
                           simulation.stepCount(), firstId + id, position.x, position.y, position.z,
                           velocity.x, velocity.y, velocity.z);
            if (auto written = m_file.write(lines); !written) {
                return written;
            }
        }
        firstId += flock.count();
    }
    return Done{};
}

}  // namespace shoal
