#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "app/command_line/values.hpp"
#include "app/options.hpp"

// What reading the command line is made of: one add… for each subcommand, in a file of its own, and what they
// share.

namespace shoal {

inline constexpr std::uint64_t kMostSteps = 1000000000000;
inline constexpr double kMostSeconds = 1e6;

/// Parsing ends in this to say why it cannot go on; CLI11's own way out.
[[noreturn]] void refuse(const std::string& text);

/// --help and --version.
void addStandardFlags(CLI::App& app);

/// The text of --version.
const char* versionText();

/// A subcommand with the standard flags; `footer` follows its help.
CLI::App& addCommand(CLI::App& root, const char* name, const char* help, const char* footer);

/// Options that every command has which simulates. Other ways to compute the same bits are of use to tests
/// and to those who measure: in `waysGroup`, or hidden when that is "".
void addSimulationOptions(CLI::App& app, SceneOptions& scene, const char* waysGroup);

/// Those, the preset and the number of boids.
void addSceneOptions(CLI::App& app, SceneOptions& scene);

void addShaderDir(CLI::App& app, std::filesystem::path& folder);

/// --gpu: a number of `shoal list gpus`, or "software".
void addGpu(CLI::App& app, GpuChoice& choice);

void addView(CLI::App& root, ViewOptions& options);
void addRender(CLI::App& root, RenderOptions& options);
void addSimulate(CLI::App& root, SimulateOptions& options);
void addBench(CLI::App& root, BenchOptions& options);
void addList(CLI::App& root, ListOptions& options);

/// What each option allows by itself, but not beside another.
void refuseConflicts(const SimulateOptions& options);

}  // namespace shoal
