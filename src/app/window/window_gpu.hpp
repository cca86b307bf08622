#pragma once

#include <optional>
#include <string>

#include <shoal/result.hpp>

#include "render/gl/gpu.hpp"

namespace shoal {

/// Asks the drivers, through their environment variables, to open windows on this device, and returns it;
/// empty if the choice is left to the system. Call before opening the window and starting other threads.
/// Fails if the number is unknown.
Result<std::optional<Gpu>> chooseWindowGpu(const GpuChoice& choice);

/// Returns one line if a window draws with another device than the chosen one; empty otherwise.
std::string remarkOnGpu(const std::optional<Gpu>& chosen, const Gpu& drawing);

}  // namespace shoal
