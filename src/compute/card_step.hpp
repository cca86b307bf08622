#pragma once

#include <memory>
#include <string_view>

#include <shoal/simulation.hpp>

namespace shoal {

/// Opens a graphics card, or the software that stands for one, to step flocks on by OpenGL's compute shaders.
/// The rules are those of the library: their shaders are recorded from the same files. A context of EGL that
/// is current on this thread stays so.
Result<std::unique_ptr<StepDevice>> openCard();

/// Likewise, but refuses software: the processor's own step is faster.
Result<std::unique_ptr<StepDevice>> openRealCard();

/// Returns what users name "cpu" (null: the processor), "card" (openCard) or "auto" (openRealCard).
Result<OpenDevice> deviceNamed(std::string_view name);

}  // namespace shoal
