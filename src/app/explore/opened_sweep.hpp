#pragma once

#include <filesystem>
#include <memory>
#include <string_view>

#include <shoal/result.hpp>
#include <shoal/scene.hpp>

#include "app/files/paths.hpp"
#include "ui/explore/sweep_runs.hpp"

namespace shoal {

/// A sweep's table, opened.
struct OpenedSweep {
    Scene scene;  ///< the sweep's preset with the settings that all runs share
    std::shared_ptr<const SweepRuns> runs;
};

/// Opens the table of a finished sweep. Its preset is a built-in one, one of the user's or a file, beside the
/// table or in the current folder. The problem names the table, and the first key or value that the preset
/// refuses.
Result<OpenedSweep> openSweep(const std::filesystem::path& file, const UserPaths& paths);

/// Opens the table's text as if it stood in `file`.
Result<OpenedSweep> openSweepText(std::string_view text, const std::filesystem::path& file,
                                  const UserPaths& paths);

}  // namespace shoal
