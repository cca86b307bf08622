#include "app/commands/render_command.hpp"

#include "app/commands/scene_setup.hpp"
#include "app/recording/film.hpp"

namespace shoal {

Ending runRender(const RenderOptions& options) {
    if (auto checked = checkFilm(options); !checked) {
        return failedWith(ExitStatus::wrongUsage, checked.problem());
    }
    auto document = setUpDocument(options.scene);
    if (auto* ending = std::get_if<Ending>(&document)) {
        return *ending;
    }
    return recordFilm(std::get<OpenedDocument>(document), options);
}

}  // namespace shoal
