#pragma once

namespace shoal {

/// The simulation's fixed step. Nothing varies it.
inline constexpr int kStepsPerSecond = 60;
inline constexpr float kStepSeconds = 1.0f / kStepsPerSecond;

}  // namespace shoal
