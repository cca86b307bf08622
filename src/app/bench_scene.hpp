#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include <shoal/scene.hpp>
#include <shoal/simulation.hpp>

namespace shoal {

/// The flock that speed is measured on: separation, alignment and cohesion, spread evenly in a box whose
/// walls throw boids back. Its rules are weak, so that it stays about as dense as it begins.
struct Workload {
    enum class Layout {
        uniform,  ///< a cube of the size that gives the wanted neighbours
        clumped,  ///< a ball of one perception radius across: everybody sees everybody
    };

    static constexpr std::array<std::string_view, 2> layouts{"uniform", "clumped"};

    Layout layout = Layout::uniform;
    int boids = 100000;
    double neighbours = 30.0;      ///< within the perception radius, far from walls; uniform only
    std::optional<int> nearest;    ///< perceive this many nearest instead of all within the radius
    std::optional<double> spread;  ///< perceive the two nearest and one so many times as far as the nearest
    std::optional<int> crowd;      ///< others looked through at most; as declared when empty
    std::uint64_t seed = 1;
};

Scene benchScene(const Workload& workload);

/// Spreads the boids that the simulation has evenly over its world, at 1 m/s with headings at random.
void spreadBoids(Simulation& simulation);

}  // namespace shoal
