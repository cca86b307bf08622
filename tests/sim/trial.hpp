#pragma once

#include <cstdint>
#include <initializer_list>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include <shoal/simulation.hpp>

#include "catch.hpp"

namespace shoal::test {

inline constexpr double kStep = 1.0 / kStepsPerSecond;  ///< [s]
inline constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
inline constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// Boids placed by a test; the index is the id.
struct Layout {
    std::string name;
    std::vector<Vec3f> positions;   ///< [m]
    std::vector<Vec3f> velocities;  ///< [m/s]

    std::size_t count() const { return positions.size(); }
};

/// Returns boids uniform in a box of these half sizes, with velocities uniform in a ball.
Layout uniformLayout(std::size_t count, const Vec3f& half, std::uint64_t seed);

/// Returns a few dense knots far from each other, with stragglers.
Layout clustered(std::size_t count, std::uint64_t seed);

/// Returns layouts that are hard for a neighbour search: uniform, knots, a plane, a line, one cell, far
/// stragglers, two sizes of crowd, and tiny flocks.
std::vector<Layout> hardLayouts(std::uint64_t seed);

/// `hardLayouts` for searches of far and near pairs: every boid within a centimetre, all coincident, uniform,
/// along a line, and pairs of crowds a thousandth less or more than kCrowdRadius [m] apart.
constexpr double kCrowdRadius = 0.5;
std::vector<Layout> crowdedLayouts(std::size_t count, std::uint64_t seed);

/// Returns the layout as a flock holds it, with slots in the order of ids.
FlockState stateOf(const Layout& layout);

/// Returns a scene of one species named "boid" with every rule off and these `KEY=VALUE` applied; an error in
/// one fails the test.
Scene sceneWith(std::initializer_list<std::string_view> assignments);

/// Returns a built-in preset with these `KEY=VALUE` applied; an error fails the test.
Scene presetScene(const std::string& name, std::initializer_list<std::string_view> assignments = {});

/// Creates a simulation of a built-in preset with this seed.
Simulation started(const std::string& preset, std::uint64_t seed);

void runSteps(Simulation& simulation, int steps);
void runSeconds(Simulation& simulation, int seconds);

/// Returns the instruction sets that this machine runs, the baseline first.
std::vector<Isa> everyIsa();

/// Creates a simulation with this layout.
Simulation placed(const Scene& scene, const Layout& layout, const SimulationOptions& options = {});

/// State of a species, in the order of ids.
std::vector<Vec3f> positionsById(const Simulation& simulation, std::size_t speciesIndex = 0);
std::vector<Vec3f> velocitiesById(const Simulation& simulation, std::size_t speciesIndex = 0);
std::vector<Vec3f> steeringById(const Simulation& simulation, std::size_t speciesIndex = 0);

/// Result of one step from a layout, in the order of ids.
struct Stepped {
    std::vector<Vec3f> steering;    ///< [m/s²] before limits
    std::vector<Vec3f> positions;   ///< [m]
    std::vector<Vec3f> velocities;  ///< [m/s]
};
Stepped stepOnce(const Scene& scene, const Layout& layout, const SimulationOptions& options = {});

Vec3d centreOf(const Flock& flock);
/// Root mean square distance of the boids from their centre [m].
double spreadOf(const Flock& flock);

bool isFinite(const Vec3f& a);
/// Checks every position, velocity and steering of every species.
bool isFinite(const Simulation& simulation);

float lengthOf(const Vec3f& a);
double lengthOf(const Vec3d& a);
/// Returns the vector at length 1; zero stays zero.
Vec3d unitOf(const Vec3d& a);
/// Returns the distance between a float vector and the exact one.
double errorOf(const Vec3f& found, const Vec3d& expected);
Vec3d asDouble(const Vec3f& a);

}  // namespace shoal::test
