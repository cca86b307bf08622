#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "commands/commands.hpp"
#include "system/files/atomic_file.hpp"
#include "terminal/console.hpp"
#include "viewer/files/opened_document.hpp"
#include "viewer/files/paths.hpp"
#include "viewer/script/proposal.hpp"

namespace shoal {

Ending runFilm(const FilmOptions& options) {
    const auto opened = openNamed(options.take, userPaths());
    if (!opened) {
        return failedWith(ExitStatus::badPreset, opened.problem());
    }
    const auto* take = std::get_if<Take>(&*opened);
    if (take == nullptr) {
        return {
            ExitStatus::badPreset,
            fmt::format("{}: is a preset, and a film is proposed from a take or a capture", options.take)};
    }
    // As the script names it, from its own folder.
    std::error_code unknown;
    const std::filesystem::path folder =
        options.output == kStandardOutput ? std::filesystem::path() : options.output.parent_path();
    const auto relative = std::filesystem::relative(options.take, folder.empty() ? "." : folder, unknown);
    const std::string text =
        proposedScript(*take, unknown || relative.empty() ? options.take : relative.string());
    if (options.output == kStandardOutput) {
        printRawResult(text);
        return {};
    }
    if (auto written = writeFileAtomically(options.output, text, Overwrite::nothing()); !written) {
        return failedWith(ExitStatus::failed, written.problem());
    }
    printNote(fmt::format("wrote {0}; shoal render {0} -o film.mp4 makes the film", options.output.string()));
    return {};
}

}  // namespace shoal
