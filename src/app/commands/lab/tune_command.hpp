#pragma once

#include "app/cli/options.hpp"
#include "app/terminal/ending.hpp"

namespace shoal {

/// `shoal tune`: searches for settings that meet targets, and writes them as a preset.
Ending runTune(const TuneOptions& options);

}  // namespace shoal
