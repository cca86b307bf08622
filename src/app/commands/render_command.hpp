#pragma once

#include "app/cli/ending.hpp"
#include "app/cli/options.hpp"

namespace shoal {

/// `shoal render`
Ending runRender(const RenderOptions& options);

}  // namespace shoal
