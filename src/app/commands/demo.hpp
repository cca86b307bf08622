#pragma once

#include "app/cli/options.hpp"
#include "app/files/opened_document.hpp"
#include "app/terminal/ending.hpp"

namespace shoal {

/// Replaces the viewer when there is no display: records a short film of the scene into the current folder,
/// or a picture if there is no ffmpeg. Prints where it is.
Ending recordDemo(const PreparedDocument& document, const ViewOptions& options);

}  // namespace shoal
