#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <shoal/simulation.hpp>

#include "capture/format/quality.hpp"
#include "render/gl/gpu.hpp"

namespace shoal {

/// The scene to run, as every subcommand that simulates takes it.
struct SceneOptions {
    std::string preset = "reef";  ///< a preset's name or file or, except for bench, a take or a capture
    std::optional<std::uint64_t> seed;
    std::optional<int> boids;                    ///< total over all species, in the preset's proportions
    std::vector<std::string> assignments;        ///< KEY=VALUE, applied in this order
    std::vector<std::filesystem::path> plugins;  ///< shared libraries with more rules
    SimulationOptions simulation;
};

/// `shoal view`
struct ViewOptions {
    SceneOptions scene;
    GpuChoice gpu = GpuChoice::best;
    std::filesystem::path shaderDir;
    std::filesystem::path probeFile;               ///< where to write the visible state, for tests
    std::optional<std::uint64_t> exitAfterFrames;  ///< for tests and measurements
    std::optional<Quality> quality;                ///< if empty, what suits the graphics device
    std::optional<double> maxFps;                  ///< [1/s] max frames drawn; the monitor's rate if empty
    std::optional<double> uiScale;                 ///< size of text and controls; the remembered one if empty
    std::string storyboard;                        ///< a film script to open with; empty for none
    bool isFresh = false;                          ///< neither read nor write the remembered state
    bool isSceneNamed = false;                     ///< some option chooses the scene
    bool showsProblem = false;                     ///< say in the window why the scene cannot be opened
};

/// Returns the arguments for `shoal render` that make it draw as this viewer does.
std::vector<std::string> renderArguments(const ViewOptions& options);

}  // namespace shoal
