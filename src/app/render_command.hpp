#pragma once

#include "app/ending.hpp"
#include "app/options.hpp"

namespace shoal {

/// `shoal render`
Ending runRender(const RenderOptions& options);

}  // namespace shoal
