#pragma once

#include "commands/cli/options.hpp"
#include "terminal/ending.hpp"
#include "viewer/files/opened_document.hpp"

namespace shoal {

/// Runs the whole program: reads the command line, runs the command, returns the exit status.
int runProgram(int argc, const char* const* argv);

/// `shoal view`: opens the window, or records a short demo into the current folder if there is no display.
Ending runView(ViewOptions options);

/// `shoal render`
Ending runRender(const RenderOptions& options);

/// Renders a scene, or a take as it was played, to a picture, a folder of pictures or a film, without a
/// window. Prints where it is on standard error. An interruption leaves no half-written film.
Ending recordFilm(const PreparedDocument& document, const RenderOptions& options);

/// `shoal film`: writes a film script of the changes that were made in a take.
Ending runFilm(const FilmOptions& options);

/// `shoal simulate`: steps without graphics. Prints the report on standard output and writes the tables to
/// their files.
Ending runSimulate(const SimulateOptions& options);

/// `shoal sweep`: runs many settings, several at a time, and writes the table of their measures.
Ending runSweepCommand(const SweepOptions& options);

/// `shoal check`: runs a flock and compares it with figures measured on animals.
Ending runCheck(const CheckOptions& options);

/// `shoal tune`: searches for settings that meet targets, and writes them as a preset.
Ending runTune(const TuneOptions& options);

/// `shoal bench`: times steps without graphics. Prints the report on standard output.
Ending runBench(const BenchOptions& options);

/// `shoal list`: prints the presets, rules or keys on standard output.
Ending runList(const ListOptions& options);

}  // namespace shoal
