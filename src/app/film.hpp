#pragma once

#include <shoal/scene.hpp>

#include "app/ending.hpp"
#include "app/options.hpp"

namespace shoal {

/// Renders a scene to a picture, a folder of pictures or a film, without a window. Says on standard error
/// where it went. An interruption leaves no half-made film.
Ending recordFilm(Scene scene, const RenderOptions& options);

}  // namespace shoal
