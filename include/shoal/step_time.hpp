#pragma once

namespace shoal {

/// The fixed step of the simulation.
inline constexpr int kStepsPerSecond = 60;
inline constexpr float kStepSeconds = 1.0f / kStepsPerSecond;

}  // namespace shoal
