#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <shoal/flock.hpp>
#include <shoal/scene.hpp>

namespace shoal {

class Simulation;

/// The usual measures of one flock at one instant, with the field's definitions. `measureKinds` lists all.
struct Measures {
    double polarisation = 0.0;      ///< |mean unit heading|, 0 .. 1
    double milling = 0.0;           ///< |mean of unit radius × unit heading|, 0 .. 1
    double rotation = 0.0;          ///< the same whichever way each boid turns, 0 .. 1
    double nearestNeighbour = 0.0;  ///< [m] mean distance to the nearest other; 0 for fewer than two boids
    std::size_t clusters = 0;       ///< connected groups of boids closer than the linking distance
    std::size_t loners = 0;         ///< clusters of a single boid
    struct Speed {
        double min = 0.0;   ///< [m/s]
        double mean = 0.0;  ///< [m/s]
        double max = 0.0;   ///< [m/s]
    } speed;

    /// Clusters of at least two boids.
    std::size_t flocks() const { return clusters - loners; }
};

/// Polarisation and milling below the first are low, above the second high (Tunstrøm et al. 2013,
/// doi:10.1371/journal.pcbi.1002915).
inline constexpr double kLowOrder = 0.35;
inline constexpr double kHighOrder = 0.65;
/// Above this rotation all boids circle; random headings in a plane have 2/π = 0.64.
inline constexpr double kHighRotation = 0.8;

/// The collective states that these limits distinguish: those of Tunstrøm et al. 2013, and the double mill,
/// whose boids circle both ways.
enum class GroupState {
    swarm,       ///< polarisation and milling low
    mill,        ///< high milling, low polarisation
    doubleMill,  ///< high rotation without high milling, low polarisation
    parallel,    ///< high polarisation, low milling
    between,     ///< none of these
};
/// Without a rotation (NaN) a double mill is not told from a swarm.
GroupState groupStateOf(double polarisation, double milling, double rotation);

/// The distances that measures refer to.
struct MeasureSpace {
    double linkingDistance = 0.0;  ///< [m] two boids nearer than this are in one cluster
    double perception = 0.0;       ///< [m] how far a boid's neighbours may be
    double bodyRadius = 0.0;       ///< [m] half the length of a body; 0 if bodies have no size
    /// [m] Size of the world along each axis if opposite faces are joined, else 0. Distances are then to the
    /// nearest image, and the centre is the point with the smallest sum of squared distances.
    Vec3d period{};
    double stepSeconds = 0.0;  ///< [s] between Flock::before and Flock::now

    friend bool operator==(const MeasureSpace&, const MeasureSpace&) = default;
};

/// Returns the distances that a species of the scene states, or with no species, those for all boids: the
/// largest of each, but the root mean square of the bodies' radii; and joined faces if every species joins
/// them. Aborts, as the functions below do, if the scene has no such species.
MeasureSpace measureSpace(const Scene& scene, std::optional<std::size_t> speciesIndex = {});

/// Measures polarisation, milling, rotation and speeds only: O(N), for live display. Boids at rest have no
/// heading and count as zero vectors. Deterministic: double precision, in the order of ids. These functions
/// abort unless the state holds `count` boids whose ids are below `count`.
Measures measureMotion(const FlockState& state, std::size_t count, const MeasureSpace& space = {});

/// Measures everything in Measures.
Measures measure(const FlockState& state, std::size_t count, const MeasureSpace& space);

/// The same in a world without joined faces.
Measures measure(const FlockState& state, std::size_t count, double linkingDistance);

/// One value of a measure: a column of tables, a plot, an attribute in Python.
struct MeasureColumn {
    std::string_view key;   ///< snake_case, ends with its unit: "nearest_neighbour_m"
    std::string_view unit;  ///< SI; empty for a plain number
    std::string_view help;  ///< one sentence
    double max = 0.0;       ///< upper bound of its values, where an axis ends; 0 if there is none
    /// Completes "Not defined …" for a flock without a value: "without such a wave". Empty if only a flock
    /// without boids has none, or if the help says it.
    std::string_view undefined{};

    /// The help, and when it is not defined.
    std::string text() const;
};

/// The end of a column's key that stands for its unit: "_m_s" for "m/s", empty for a plain number.
std::string keySuffix(std::string_view unit);

/// A measure: how one kind of order is computed from a flock at one instant. Each is declared in one file of
/// src/sim/measures/kinds.
struct MeasureKind {
    std::string_view key;                    ///< selects the measure: `--measure`
    std::string_view title;                  ///< for people
    std::string_view source;                 ///< the document that defines it, or "defined here"
    std::span<const MeasureColumn> columns;  ///< its values, at least one
    std::span<const MeasureColumn> profile;  ///< two columns, x and y, if it also gives a curve
    bool usesDisplacement = false;           ///< reads MeasuredFlock::displacement
    bool usesEarlier = false;                ///< reads MeasuredFlock::earlier
    int order = 0;                           ///< position in tables
    void (*compute)(class MeasuredFlock& flock, std::span<double> values) = nullptr;
    void (*computeProfile)(class MeasuredFlock& flock, std::vector<double>& x,
                           std::vector<double>& y) = nullptr;
};

/// Returns all measures, in the order of tables.
std::span<const MeasureKind> measureKinds();

/// Returns the columns of all measures, in the order of tables.
std::span<const MeasureColumn> measureColumns();

/// Measures a species now, or all boids together: one value for each of measureColumns(). A value that is not
/// defined for this flock, such as the distance between neighbours of a single boid, is NaN. Deterministic.
std::vector<double> measureValues(const Simulation& simulation, std::optional<std::size_t> speciesIndex = {});

}  // namespace shoal
