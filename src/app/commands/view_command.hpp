#pragma once

#include "app/cli/options.hpp"
#include "app/terminal/ending.hpp"

namespace shoal {

/// `shoal view`: opens the window, or records a short demo into the current folder if there is no display.
Ending runView(ViewOptions options);

}  // namespace shoal
