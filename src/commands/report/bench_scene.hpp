#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include <shoal/scene.hpp>
#include <shoal/simulation.hpp>

namespace shoal {

/// The standard benchmark flock: separation, alignment and cohesion, uniformly distributed in a world with
/// reflecting walls. Its rules are weak, so that it stays about as dense as it begins.
struct Workload {
    enum class Layout {
        uniform,  ///< a cube sized for the wanted number of neighbours
        clumped,  ///< a ball one perception radius across: every boid is in range of every other
    };

    static constexpr std::array<std::string_view, 2> layouts{"uniform", "clumped"};

    Layout layout = Layout::uniform;
    int boids = 100000;
    double neighbours = 30.0;    ///< wanted within the perception radius, far from walls; uniform only
    std::optional<int> nearest;  ///< perceive this many nearest instead of all within the radius
    std::optional<double>
        spread;  ///< perceive the two nearest and one at least this many times as far as the nearest
    std::optional<int> maxCandidates;  ///< candidate limit; the declared default if empty
    std::uint64_t seed = 1;
};

Scene benchScene(const Workload& workload);

/// Places the simulation's boids uniformly in its world, at 1 m/s with random headings.
void spreadBoids(Simulation& simulation);

}  // namespace shoal
