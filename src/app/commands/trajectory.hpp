#pragma once

#include <filesystem>
#include <string>
#include <utility>

#include <shoal/result.hpp>
#include <shoal/simulation.hpp>

#include "sim/support/atomic_file.hpp"

namespace shoal {

/// Writes the position and velocity of every boid over time, in a format that other programs read. Boids are
/// in order of id; the ids of each further species continue where the last ones end. Nine significant digits:
/// reading them back gives the same floats.
class Trajectory {
public:
    enum class Form {
        /// One line per boid and instant: step,id,species,x,y,z,vx,vy,vz in metres and metres per second.
        csv,
        /// Extended XYZ, as OVITO and ASE open it: for each instant the number of boids, a line that
        /// describes the columns, and a line per boid. Its only names for species are chemical elements: the
        /// scene's first is H, the next He, and `names` maps elements to species.
        extendedXyz,
    };

    /// Chooses by extension: .csv or none, .xyz or .extxyz. The problem lists these.
    static Result<Form> formOf(const std::filesystem::path& file);

    /// Fails if the file cannot be written or its extension is unknown.
    static Result<Trajectory> create(const std::filesystem::path& file);

    Outcome add(const Simulation& simulation);
    Outcome prepare() { return m_file.prepare(); }  ///< does all but `finish`, which then rarely fails
    Outcome finish() { return m_file.commit(); }

private:
    Trajectory(AtomicFile file, Form form) : m_file(std::move(file)), m_form(form) {}

    Outcome addHeading(const Simulation& simulation);
    void appendBoid(std::string& lines, const Simulation& simulation, std::size_t species, std::size_t slot,
                    std::size_t id) const;

    AtomicFile m_file;
    Form m_form;
};

}  // namespace shoal
