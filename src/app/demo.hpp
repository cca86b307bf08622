#pragma once

#include "app/ending.hpp"
#include "app/opening.hpp"
#include "app/options.hpp"

namespace shoal {

/// Replaces the viewer when there is no display: records a short film of the scene into the current folder,
/// or a picture if there is no ffmpeg. Prints where it is.
Ending recordDemo(const Opening& opening, const ViewOptions& options);

}  // namespace shoal
