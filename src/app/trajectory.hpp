#pragma once

#include <filesystem>
#include <string>
#include <utility>

#include <shoal/result.hpp>
#include <shoal/simulation.hpp>
#include <shoal/whole_file.hpp>

namespace shoal {

/// Where every boid is over time, and how it moves: written as it comes, in one of the forms that other
/// programs read. Boids come in the order of ids; with several species the ids of the next go on where those
/// of the last end. Nine significant digits: reading them back gives the same floats.
class Trajectory {
public:
    enum class Form {
        /// One line a boid and instant: step,id,species,x,y,z,vx,vy,vz in metres and metres a second.
        csv,
        /// Extended XYZ, as OVITO and ASE open it: for each instant the number of boids, a line that says
        /// what follows, and a line a boid. It knows species as chemical elements only: the scene's first is
        /// H, the next He, and `names` says which is which.
        extendedXyz,
    };

    /// By the name's ending: .csv or none, .xyz or .extxyz. A problem says which there are.
    static Result<Form> formOf(const std::filesystem::path& file);

    /// A problem is the file's, or its ending's.
    static Result<Trajectory> create(const std::filesystem::path& file);

    Outcome add(const Simulation& simulation);
    Outcome prepare() { return m_file.prepare(); }  ///< all but `finish`, which then hardly fails
    Outcome finish() { return m_file.commit(); }

private:
    Trajectory(WholeFile file, Form form) : m_file(std::move(file)), m_form(form) {}

    Outcome addHeading(const Simulation& simulation);
    void appendBoid(std::string& lines, const Simulation& simulation, std::size_t species, std::size_t slot,
                    std::size_t id) const;

    WholeFile m_file;
    Form m_form;
};

}  // namespace shoal
