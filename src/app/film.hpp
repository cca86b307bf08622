#pragma once

#include <shoal/result.hpp>

#include "app/ending.hpp"
#include "app/opening.hpp"
#include "app/options.hpp"

namespace shoal {

/// Why these options ask for no film that there could be, whatever the disk holds.
Outcome checkFilm(const RenderOptions& options);

/// Renders a scene, or a take as it was played, to a picture, a folder of pictures or a film, without a
/// window. Says on standard error where it went. An interruption leaves no half-made film.
Ending recordFilm(const Opening& opening, const RenderOptions& options);

}  // namespace shoal
