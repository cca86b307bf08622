#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <shoal/measures.hpp>
#include <shoal/simulation.hpp>

namespace shoal {

class MeasuredFlock;

/// Measures a simulation at several instants of one run, and follows each boid between them.
class MeasuredRun {
public:
    /// Measures these kinds only; with none, all.
    explicit MeasuredRun(std::vector<const MeasureKind*> kinds = {});

    /// Starts displacements anew: the present positions become the first sample.
    void begin(const Simulation& simulation);

    /// Call after each step of a wrapped world, at least once in the time that a boid needs to cross a
    /// quarter of it; otherwise before each measurement. Does nothing before `begin` or after a count has
    /// changed.
    void follow(const Simulation& simulation);

    /// Steps between `noteEarlier` and the measurement that reads it: one second of the model, or one step if
    /// that is longer.
    static std::uint64_t stepsEarlier(const Simulation& simulation);

    /// Keeps the positions, if a measure reads them and they are not kept for a measurement yet to come. Call
    /// it before the first step and after each, if a measurement follows `stepsEarlier` steps later. A boid
    /// of a wrapped world must cross less than half of it in that time.
    void noteEarlier(const Simulation& simulation);

    /// One value for each of columns(): of a species, or of all boids together. NaN where undefined.
    std::vector<double> values(const Simulation& simulation, std::optional<std::size_t> speciesIndex) const;

    /// A curve of one measure.
    struct Profile {
        const MeasureKind* kind = nullptr;
        std::vector<double> x;
        std::vector<double> y;
    };
    std::vector<Profile> profiles(const Simulation& simulation,
                                  std::optional<std::size_t> speciesIndex) const;

    /// Whether a measure needs `begin` and `follow`.
    bool usesDisplacement() const;

    /// Whether a column grows from `begin` on, so that its mean over time means nothing.
    bool growsWithTime(std::size_t column) const { return m_grows[column]; }

    const std::vector<MeasureColumn>& columns() const { return m_columns; }

    class Joined;

private:
    /// The positions to compare the present ones with; empty if none are known.
    std::span<const Vec3d> earlierOf(const Simulation& simulation) const;

    std::vector<const MeasureKind*> m_kinds;
    std::vector<MeasureColumn> m_columns;
    std::vector<bool> m_grows;  ///< by column
    std::vector<Vec3d>
        m_last;  ///< positions at the last `follow`, of all boids in the order of species and ids
    std::vector<Vec3d> m_displacement;  ///< since `begin`
    std::vector<Vec3d> m_earlier;       ///< positions at the last `noteEarlier`
    std::uint64_t m_earlierStep = 0;    ///< of m_earlier
};

/// Measures a simulation at one instant; each kind of measure is computed when one of its values is first
/// read.
class MeasuredInstant {
public:
    /// Copies the boids of a species, or all, and refers to the simulation no longer.
    explicit MeasuredInstant(const Simulation& simulation, std::optional<std::size_t> speciesIndex = {});
    ~MeasuredInstant();

    /// Returns the value of a column by its index in measureColumns(); aborts if there is none. NaN
    /// where undefined.
    double value(std::size_t column);

private:
    std::unique_ptr<MeasuredRun::Joined> m_boids;
    std::vector<std::vector<double>> m_values;  ///< of each kind; empty until it is computed
};

/// Returns one value for each of measureColumns(): NaN where undefined, and for kinds that are not among
/// these.
std::vector<double> measuredValues(MeasuredFlock& flock, const std::vector<const MeasureKind*>& kinds);

/// Finds the kinds with these keys, separated by commas. The problem names an unknown one and lists all.
Result<std::vector<const MeasureKind*>> measureKindsNamed(std::string_view keys);

}  // namespace shoal
