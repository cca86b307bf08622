#include "app/trajectory/trajectory_writer.hpp"

#include <algorithm>
#include <cctype>
#include <string>

#include <fmt/format.h>

#include "app/trajectory/h5md_trajectory.hpp"
#include "app/trajectory/text_trajectory.hpp"

namespace shoal {

Result<TrajectoryFormat> trajectoryFormatOf(const std::filesystem::path& file) {
    std::string ending = file.extension().string();
    std::ranges::transform(ending, ending.begin(), [](unsigned char c) { return std::tolower(c); });
    if (ending == ".xyz" || ending == ".extxyz") {
        return TrajectoryFormat::extendedXyz;
    }
    if (ending == ".h5" || ending == ".h5md" || ending == ".hdf5") {
        return TrajectoryFormat::h5md;
    }
    if (ending == ".csv" || ending.empty()) {
        return TrajectoryFormat::csv;
    }
    return Problem{fmt::format(
        "--trajectory wants a name that ends in .csv, .xyz, .extxyz, .h5, .h5md or .hdf5, not \"{}\"",
        file.string())};
}

Result<std::unique_ptr<TrajectoryWriter>> openTrajectory(const std::filesystem::path& file) {
    const auto format = trajectoryFormatOf(file);
    if (!format) {
        return format.problem();
    }
    return *format == TrajectoryFormat::h5md ? openH5mdTrajectory(file) : openTextTrajectory(file, *format);
}

bool isPeriodic(const Scene& scene) {
    return std::ranges::any_of(scene.species, &Species::wrapsWorld);
}

std::vector<std::size_t> slotsById(const Flock& flock) {
    std::vector<std::size_t> slots(flock.count());
    for (std::size_t slot = 0; slot < flock.count(); ++slot) {
        slots[flock.now().id[slot]] = slot;
    }
    return slots;
}

std::string framesText(std::uint64_t frames) {
    return fmt::format("{} frame{}", frames, frames == 1 ? "" : "s");
}

std::size_t boidCount(const Simulation& simulation) {
    std::size_t boids = 0;
    for (const Flock& flock : simulation.flocks()) {
        boids += flock.count();
    }
    return boids;
}

}  // namespace shoal
