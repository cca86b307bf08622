#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include <shoal/simulation.hpp>

#include "catch.hpp"

namespace shoal::test {

/// Boids that a test places by hand; index is id.
struct Layout {
    std::string name;
    std::vector<Vec3f> positions;   ///< [m]
    std::vector<Vec3f> velocities;  ///< [m/s]

    std::size_t count() const { return positions.size(); }
};

/// Even over a box of these half sizes, with velocities even over a ball.
Layout scattered(std::size_t count, const Vec3f& half, std::uint64_t seed);

/// A few dense knots far from each other, with stragglers.
Layout clustered(std::size_t count, std::uint64_t seed);

/// The layouts that a neighbour search finds hard: even, knots, a plane, a line, one cell, far stragglers,
/// two sizes of crowd, and tiny flocks.
std::vector<Layout> hardLayouts(std::uint64_t seed);

/// `hardLayouts` for what looks at pairs far and near: every boid within a centimetre, all in one point,
/// even, along a line, and pairs of crowds, kCrowdRadius [m] apart at the nearest or a thousandth more or
/// less.
constexpr double kCrowdRadius = 0.5;
std::vector<Layout> crowdedLayouts(std::size_t count, std::uint64_t seed);

/// As a flock holds it, slots in the order of ids.
FlockState stateOf(const Layout& layout);

/// One species named "boid" with every rule off, and these `KEY=VALUE` applied; a mistake in one fails the
/// test.
Scene sceneWith(std::initializer_list<std::string_view> assignments);

/// The instruction sets that this machine runs, the baseline first.
std::vector<Isa> everyIsa();

/// Puts a layout into a fresh simulation.
Simulation placed(const Scene& scene, const Layout& layout, const SimulationOptions& options = {});

/// What the simulation holds of a species, in the order of ids.
std::vector<Vec3f> positionsById(const Simulation& simulation, std::size_t speciesIndex = 0);
std::vector<Vec3f> velocitiesById(const Simulation& simulation, std::size_t speciesIndex = 0);
std::vector<Vec3f> steeringById(const Simulation& simulation, std::size_t speciesIndex = 0);

/// One step from a layout: what steered the boids and where they are after it, in the order of ids.
struct Stepped {
    std::vector<Vec3f> steering;    ///< [m/s²] before limits
    std::vector<Vec3f> positions;   ///< [m]
    std::vector<Vec3f> velocities;  ///< [m/s]
};
Stepped stepOnce(const Scene& scene, const Layout& layout, const SimulationOptions& options = {});

bool isFinite(const Vec3f& a);
/// Every position, velocity and steering of every species.
bool isFinite(const Simulation& simulation);

float lengthOf(const Vec3f& a);
double lengthOf(const Vec3d& a);
/// Distance between a float vector and the exact one.
double errorOf(const Vec3f& found, const Vec3d& expected);
Vec3d asDouble(const Vec3f& a);

}  // namespace shoal::test
