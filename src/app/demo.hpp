#pragma once

#include "app/ending.hpp"
#include "app/opening.hpp"
#include "app/options.hpp"

namespace shoal {

/// What a viewer without a display does: a short film of the scene in the current folder, or a picture where
/// there is no ffmpeg. Says where it is.
Ending recordDemo(const Opening& opening, const ViewOptions& options);

}  // namespace shoal
