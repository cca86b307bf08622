#include "lab/trajectory/trajectory.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "sim/text/number.hpp"

namespace shoal {

namespace {

constexpr std::array<std::string_view, 36> kElements{
    "H", "He", "Li", "Be", "B", "C",  "N",  "O",  "F",  "Ne", "Na", "Mg", "Al", "Si", "P",  "S",  "Cl", "Ar",
    "K", "Ca", "Sc", "Ti", "V", "Cr", "Mn", "Fe", "Co", "Ni", "Cu", "Zn", "Ga", "Ge", "As", "Se", "Br", "Kr"};

constexpr std::size_t kXyzBeginning = 1024;  ///< [bytes] holds the columns of the first frame
constexpr std::string_view kXyzColumns = "Properties=species:S:1:pos:R:3:velo:R:3:id:I:1";

/// Whether a file is an extended XYZ file with our columns, which its second line names.
bool isXyzTrajectory(const std::filesystem::path& file) {
    std::ifstream old(file, std::ios::binary);
    std::string beginning(kXyzBeginning, '\0');
    old.read(beginning.data(), static_cast<std::streamsize>(beginning.size()));
    beginning.resize(static_cast<std::size_t>(old.gcount()));
    std::istringstream lines(beginning);
    std::string line;
    return std::getline(lines, line) && numberFrom<std::uint64_t>(line) && std::getline(lines, line) &&
           line.find(kXyzColumns) != std::string::npos;
}

/// Chemical element that stands for a species; "X", which is no element, beyond the table.
std::string_view elementOf(std::size_t species) {
    return species < kElements.size() ? kElements[species] : std::string_view("X");
}

/// "H=fish He=shark"
std::string namesOf(const Scene& scene) {
    std::string names;
    for (std::size_t index = 0; index < scene.species.size(); ++index) {
        names += fmt::format("{}{}={}", index == 0 ? "" : " ", elementOf(index), scene.species[index].name);
    }
    return names;
}

/// Whether boids that leave the world at one face return at the opposite one.
bool isPeriodic(const Scene& scene) {
    return std::ranges::any_of(scene.species, &Species::wrapsWorld);
}

std::size_t boidCount(const StateView& state) {
    std::size_t boids = 0;
    for (const Flock& flock : state.flocks()) {
        boids += flock.count();
    }
    return boids;
}

}  // namespace

Result<TrajectoryFormat> trajectoryFormatOf(const std::filesystem::path& file) {
    std::string ending = file.extension().string();
    std::ranges::transform(ending, ending.begin(), [](unsigned char c) { return std::tolower(c); });
    if (ending == ".csv" || ending.empty()) {
        return TrajectoryFormat::csv;
    }
    if (ending == ".xyz" || ending == ".extxyz") {
        return TrajectoryFormat::extendedXyz;
    }
    return Problem{
        fmt::format("a trajectory needs a name that ends in .csv, .xyz or .extxyz, not \"{}\"; for "
                    "HDF5 see the example write_h5md.py",
                    file.string())};
}

Result<AtomicFile> openTable(const std::filesystem::path& path, const std::string& header) {
    auto file = AtomicFile::open(
        path, Overwrite::earlier([header](const auto& old) { return beginsWith(old, header); }));
    if (file) {
        if (auto written = file->write(header); !written) {
            return written.problem();
        }
    }
    return file;
}

Result<Trajectory> Trajectory::open(const std::filesystem::path& file) {
    const auto format = trajectoryFormatOf(file);
    if (!format) {
        return format.problem();
    }
    auto opened = *format == TrajectoryFormat::extendedXyz
                      ? AtomicFile::open(file, Overwrite::earlier(isXyzTrajectory))
                      : openTable(file, "step,id,species,x,y,z,vx,vy,vz\n");
    if (!opened) {
        return opened.problem();
    }
    return Trajectory(std::move(*opened), *format);
}

Outcome Trajectory::add(const StateView& state) {
    if (auto added = addFrame(state); !added) {
        return added;
    }
    if (auto kept = m_file.keep(); !kept) {
        return kept;
    }
    ++m_frames;
    return Done{};
}

Outcome Trajectory::addFrame(const StateView& state) {
    if (m_format == TrajectoryFormat::extendedXyz) {
        if (auto written = addHeading(state); !written) {
            return written;
        }
    }
    std::size_t firstId = 0;
    std::string lines;
    const auto flocks = state.flocks();
    for (std::size_t species = 0; species < flocks.size(); ++species) {
        const Flock& flock = flocks[species];
        const std::vector<std::size_t> slotOfId = flock.now().byId([](std::size_t slot) { return slot; });
        for (std::size_t id = 0; id < flock.count(); ++id) {
            lines.clear();
            appendBoid(lines, state, species, slotOfId[id], firstId + id);
            if (auto written = m_file.write(lines); !written) {
                return written;
            }
        }
        firstId += flock.count();
    }
    return Done{};
}

Outcome Trajectory::addHeading(const StateView& state) {
    const Scene& scene = state.scene();
    const Vec3f half = scene.world.halfExtent();
    // The world's edges as rows, then its lower corner; the world is centred on the origin.
    return m_file.write(fmt::format(
        "{}\nLattice=\"{:.9g} 0 0 0 {:.9g} 0 0 0 {:.9g}\" Origin=\"{:.9g} {:.9g} {:.9g}\" pbc=\"{}\" "
        "{} Time={:.9g} Step={} names=\"{}\"\n",
        boidCount(state), 2 * half.x, 2 * half.y, 2 * half.z, -half.x, -half.y, -half.z,
        isPeriodic(scene) ? "T T T" : "F F F", kXyzColumns, state.seconds(), state.stepCount(),
        namesOf(scene)));
}

void Trajectory::appendBoid(std::string& lines, const StateView& state, std::size_t species, std::size_t slot,
                            std::size_t id) const {
    const FlockState& now = state.flocks()[species].now();
    const Vec3f position = now.position.at(slot);
    const Vec3f velocity = now.velocity.at(slot);
    if (m_format == TrajectoryFormat::csv) {
        lines += fmt::format("{},{},{},{:.9g},{:.9g},{:.9g},{:.9g},{:.9g},{:.9g}\n", state.stepCount(), id,
                             state.scene().species[species].name, position.x, position.y, position.z,
                             velocity.x, velocity.y, velocity.z);
    } else {
        lines += fmt::format("{} {:.9g} {:.9g} {:.9g} {:.9g} {:.9g} {:.9g} {}\n", elementOf(species),
                             position.x, position.y, position.z, velocity.x, velocity.y, velocity.z, id);
    }
}

std::string framesText(std::uint64_t frames) {
    return fmt::format("{} frame{}", frames, frames == 1 ? "" : "s");
}

}  // namespace shoal
