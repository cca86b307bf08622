#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>

#include "ui/measures/measure_history.hpp"

namespace shoal {

/// Nodes along one side of the finest phase diagram: 17 × 17 runs.
inline constexpr std::size_t kPhaseSide = 17;
/// Distance between nodes, coarse first: 5 × 5 runs, then 9 × 9, then all.
inline constexpr std::array<std::size_t, 3> kPhaseStrides{4, 2, 1};

/// Max boids of a run's largest species, and simulated time of a run [s]. Only its second half is measured.
inline constexpr int kPhaseBoids = 300;
inline constexpr double kPhaseSeconds = 12.0;

/// A run's place in the diagram.
struct PhaseNode {
    std::size_t x = 0;
    std::size_t y = 0;
};

/// The axes of a phase diagram: two sliders and their values at the nodes.
struct PhaseAxes {
    std::string keyX;
    std::string keyY;
    std::array<double, kPhaseSide> xs{};  ///< in the unit that users see
    std::array<double, kPhaseSide> ys{};

    friend bool operator==(const PhaseAxes&, const PhaseAxes&) = default;
};

/// The results so far, row by row from the smallest y: means over the second half of each run.
struct PhaseGrid {
    std::array<std::optional<MeasureSample>, kPhaseSide * kPhaseSide> nodes;
    std::size_t done = 0;

    const std::optional<MeasureSample>& at(std::size_t x, std::size_t y) const {
        return nodes[y * kPhaseSide + x];
    }
};

}  // namespace shoal
