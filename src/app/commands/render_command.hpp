#pragma once

#include "app/cli/options.hpp"
#include "app/files/opened_document.hpp"
#include "app/terminal/ending.hpp"

namespace shoal {

/// `shoal render`
Ending runRender(const RenderOptions& options);

/// Renders a scene, or a take as it was played, to a picture, a folder of pictures or a film, without a
/// window. Prints where it is on standard error. An interruption leaves no half-written film.
Ending recordFilm(const PreparedDocument& document, const RenderOptions& options);

}  // namespace shoal
