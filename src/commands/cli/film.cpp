#include "commands/cli/parts.hpp"

namespace shoal {

namespace {

constexpr const char* kFilmFooter = R"(Examples:
  shoal film swarm.take -o demo.toml
  shoal render demo.toml -o demo.mp4

The script has a title, then a shot for each change that was made while the take was recorded, with a caption of what
changed. It is a film as it stands, and a text to change: the manual's page "Film scripts" describes it. Speed, plots and words
of a script that made the take are not in it. An existing file is never replaced.)";

}  // namespace

void addFilm(CLI::App& root, FilmOptions& options) {
    CLI::App& app = addCommand(root, "film", "Propose a film script from a take", kFilmFooter);
    app.add_option("TAKE", options.take, "A take, or a capture that holds one")->required();
    addFile(app, "-o,--output", options.output, "The script to write; \"-\" writes to standard output", true)
        ->required();
    addPlugins(app, options.plugins);
}

}  // namespace shoal
