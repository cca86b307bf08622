#include "app/commands/trajectory.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <iterator>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "app/commands/tables.hpp"

namespace shoal {

namespace {

constexpr std::array<std::string_view, 36> kElements{
    "H", "He", "Li", "Be", "B", "C",  "N",  "O",  "F",  "Ne", "Na", "Mg", "Al", "Si", "P",  "S",  "Cl", "Ar",
    "K", "Ca", "Sc", "Ti", "V", "Cr", "Mn", "Fe", "Co", "Ni", "Cu", "Zn", "Ga", "Ge", "As", "Se", "Br", "Kr"};

/// Chemical element that stands for a species; "X", which is no element, beyond the table.
std::string_view elementOf(std::size_t species) {
    return species < kElements.size() ? kElements[species] : std::string_view("X");
}

bool joinsFaces(const Scene& scene) {
    return std::ranges::any_of(scene.species, &Species::wrapsWorld);
}

/// "H=fish He=shark"
std::string namesOf(const Scene& scene) {
    std::string names;
    for (std::size_t index = 0; index < scene.species.size(); ++index) {
        names += fmt::format("{}{}={}", index == 0 ? "" : " ", elementOf(index), scene.species[index].name);
    }
    return names;
}

}  // namespace

Result<Trajectory::Form> Trajectory::formOf(const std::filesystem::path& file) {
    std::string ending = file.extension().string();
    std::ranges::transform(ending, ending.begin(), [](unsigned char c) { return std::tolower(c); });
    if (ending == ".xyz" || ending == ".extxyz") {
        return Form::extendedXyz;
    }
    if (ending == ".csv" || ending.empty()) {
        return Form::csv;
    }
    return Problem{fmt::format("--trajectory wants a name that ends in .csv, .xyz or .extxyz, not \"{}\"",
                               file.string())};
}

Result<Trajectory> Trajectory::create(const std::filesystem::path& file) {
    const auto form = formOf(file);
    if (!form) {
        return form.problem();
    }
    if (*form == Form::csv) {
        auto table = openTable(file, "step,id,species,x,y,z,vx,vy,vz\n");
        if (!table) {
            return table.problem();
        }
        return Trajectory(std::move(*table), *form);
    }
    removeStaleTemporaries(file.parent_path());
    auto opened = AtomicFile::open(file);
    if (!opened) {
        return opened.problem();
    }
    return Trajectory(std::move(*opened), *form);
}

Outcome Trajectory::add(const Simulation& simulation) {
    if (m_form == Form::extendedXyz) {
        if (auto written = addHeading(simulation); !written) {
            return written;
        }
    }
    std::size_t firstId = 0;
    std::string lines;
    const auto flocks = simulation.flocks();
    for (std::size_t species = 0; species < flocks.size(); ++species) {
        const Flock& flock = flocks[species];
        std::vector<std::size_t> slotOfId(flock.count());
        for (std::size_t slot = 0; slot < flock.count(); ++slot) {
            slotOfId[flock.now().id[slot]] = slot;
        }
        for (std::size_t id = 0; id < flock.count(); ++id) {
            lines.clear();
            appendBoid(lines, simulation, species, slotOfId[id], firstId + id);
            if (auto written = m_file.write(lines); !written) {
                return written;
            }
        }
        firstId += flock.count();
    }
    return Done{};
}

Outcome Trajectory::addHeading(const Simulation& simulation) {
    std::size_t boids = 0;
    for (const Flock& flock : simulation.flocks()) {
        boids += flock.count();
    }
    const Scene& scene = simulation.scene();
    const Vec3f half = scene.world.halfExtent();
    // The world's edges as rows, then its lower corner; the world is centred on the origin.
    return m_file.write(fmt::format(
        "{}\nLattice=\"{:.9g} 0 0 0 {:.9g} 0 0 0 {:.9g}\" Origin=\"{:.9g} {:.9g} {:.9g}\" pbc=\"{}\" "
        "Properties=species:S:1:pos:R:3:velo:R:3:id:I:1 Time={:.9g} Step={} names=\"{}\"\n",
        boids, 2 * half.x, 2 * half.y, 2 * half.z, -half.x, -half.y, -half.z,
        joinsFaces(scene) ? "T T T" : "F F F", simulation.seconds(), simulation.stepCount(), namesOf(scene)));
}

void Trajectory::appendBoid(std::string& lines, const Simulation& simulation, std::size_t species,
                            std::size_t slot, std::size_t id) const {
    const FlockState& now = simulation.flocks()[species].now();
    const Vec3f position = now.position.at(slot);
    const Vec3f velocity = now.velocity.at(slot);
    if (m_form == Form::csv) {
        fmt::format_to(std::back_inserter(lines), "{},{},{},{:.9g},{:.9g},{:.9g},{:.9g},{:.9g},{:.9g}\n",
                       simulation.stepCount(), id, simulation.scene().species[species].name, position.x,
                       position.y, position.z, velocity.x, velocity.y, velocity.z);
    } else {
        fmt::format_to(std::back_inserter(lines), "{} {:.9g} {:.9g} {:.9g} {:.9g} {:.9g} {:.9g} {}\n",
                       elementOf(species), position.x, position.y, position.z, velocity.x, velocity.y,
                       velocity.z, id);
    }
}

}  // namespace shoal
