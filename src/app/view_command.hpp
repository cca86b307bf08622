#pragma once

#include "app/ending.hpp"
#include "app/options.hpp"

namespace shoal {

/// `shoal view`: the window, or a short demo in the current folder where there is no display.
Ending runView(const ViewOptions& options);

}  // namespace shoal
