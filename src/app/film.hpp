#pragma once

#include <shoal/result.hpp>

#include "app/ending.hpp"
#include "app/opening.hpp"
#include "app/options.hpp"

namespace shoal {

/// Checks that these options describe a film that can exist, regardless of what is on the disk.
Outcome checkFilm(const RenderOptions& options);

/// Renders a scene, or a take as it was played, to a picture, a folder of pictures or a film, without a
/// window. Prints where it is on standard error. An interruption leaves no half-written film.
Ending recordFilm(const Opening& opening, const RenderOptions& options);

}  // namespace shoal
