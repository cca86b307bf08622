#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "commands/cli/options.hpp"
#include "commands/cli/values.hpp"

// The parts of the command-line parser: one add… function per subcommand, each in a file of its own, and the
// functions that they share.

namespace shoal {

inline constexpr double kMaxSeconds = 1e6;
inline constexpr std::uint64_t kMaxSeeds = 100000;

/// Ends parsing with a message by throwing CLI11's own exception.
[[noreturn]] void refuse(const std::string& text);

/// --help, --version and --quiet.
void addStandardFlags(CLI::App& app);

/// Adds a subcommand with the standard flags; `footer` follows its help.
CLI::App& addCommand(CLI::App& root, const char* name, const char* help, const char* footer);

/// Adds --measure, a list of measures; `kinds` stays empty without it.
void addMeasures(
    CLI::App& app, std::vector<const MeasureKind*>& kinds,
    const std::string& help = "Sample these measures only, such as polarisation,milling; default: all");

/// Adds --plugin, which may be repeated.
void addPlugins(CLI::App& app, std::vector<std::filesystem::path>& files);

/// Adds the options of every command that simulates. Options that select another way to compute the same
/// result, for tests and measurements, go into `waysGroup`; "" hides them.
void addSimulationOptions(CLI::App& app, SceneOptions& scene, const char* waysGroup);

/// Adds the option that chooses what steps the flock.
void addComputeOption(CLI::App& app, OpenDevice& device);

/// Adds the simulation options, the preset and the number of boids.
void addSceneOptions(CLI::App& app, SceneOptions& scene);

void addShaderDir(CLI::App& app, std::filesystem::path& folder);

/// Adds --gpu: "best" or "software".
void addGpu(CLI::App& app, GpuChoice& choice);

/// Reads the value of --part, such as 3/8.
SweepPart partFrom(const std::string& text);

/// Reads the value of --size: WIDTHxHEIGHT in pixels.
ImageSize sizeFrom(const std::string& text);

/// Adds --quality. `defaultText` says in the help what applies without it.
void addQuality(CLI::App& app, std::string_view defaultText, const std::function<void(Quality)>& choose);

void addView(CLI::App& root, ViewOptions& options);
void addRender(CLI::App& root, RenderOptions& options);
void addFilm(CLI::App& root, FilmOptions& options);
void addSimulate(CLI::App& root, SimulateOptions& options);
void addSweep(CLI::App& root, SweepOptions& options);
void addCheck(CLI::App& root, CheckOptions& options);
void addTune(CLI::App& root, TuneOptions& options);
void addBench(CLI::App& root, BenchOptions& options);
void addList(CLI::App& root, ListOptions& options);

/// Refuses options that are valid alone but not together.
void refuseConflicts(const SimulateOptions& options);

/// Refuses a check without targets.
void refuseConflicts(const CLI::App& app, CheckOptions& options);

/// Refuses a search without targets, keys or an output.
void refuseConflicts(const CLI::App& app, TuneOptions& options);

/// Shortens the burn-in of short runs to a sixth, unless --burn-in states it, and refuses runs that end
/// before their first sample. `app`: the subcommand.
void settleBurnIn(const CLI::App& app, CheckPlan& plan);

/// Adds the length of the runs of `check` and `tune`.
void addCheckPlan(CLI::App& app, CheckPlan& plan);

/// Refuses a sweep without a name, or options that contradict a sweep file. `app`: the subcommand.
void refuseConflicts(const CLI::App& app, const SweepOptions& options);

}  // namespace shoal
