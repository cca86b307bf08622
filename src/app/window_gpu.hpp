#pragma once

#include <optional>
#include <string>

#include <shoal/result.hpp>

#include "render/gpu.hpp"

namespace shoal {

/// Asks the drivers, through their environment variables, to open windows on this device, and tells which it
/// is; nothing where the choice is left to the system. Comes before the window and before other threads. A
/// problem where the number is unknown.
Result<std::optional<Gpu>> chooseWindowGpu(const GpuChoice& choice);

/// One line where a window draws on another device than was chosen; empty otherwise.
std::string remarkOnGpu(const std::optional<Gpu>& chosen, const Gpu& drawing);

}  // namespace shoal
