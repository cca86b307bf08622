#include "app/render_command.hpp"

#include <utility>

#include "app/film.hpp"
#include "app/scene_setup.hpp"

namespace shoal {

Ending runRender(const RenderOptions& options) {
    if (auto checked = checkFilm(options); !checked) {
        return failedWith(ExitStatus::wrongUsage, checked.problem());
    }
    auto scene = setUpScene(options.scene);
    if (auto* ending = std::get_if<Ending>(&scene)) {
        return *ending;
    }
    return recordFilm(std::move(std::get<Scene>(scene)), options);
}

}  // namespace shoal
