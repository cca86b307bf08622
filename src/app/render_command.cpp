#include "app/render_command.hpp"

#include "app/film.hpp"
#include "app/scene_setup.hpp"

namespace shoal {

Ending runRender(const RenderOptions& options) {
    if (auto checked = checkFilm(options); !checked) {
        return failedWith(ExitStatus::wrongUsage, checked.problem());
    }
    auto opening = setUpOpening(options.scene);
    if (auto* ending = std::get_if<Ending>(&opening)) {
        return *ending;
    }
    return recordFilm(std::get<Opening>(opening), options);
}

}  // namespace shoal
