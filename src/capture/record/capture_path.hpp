#pragma once

#include <filesystem>
#include <string>

#include <shoal/result.hpp>

#include "capture/format/frame_sink.hpp"
#include "system/files/atomic_file.hpp"

namespace shoal {

/// What a capture may replace; without --overwrite it gets the next free number.
Overwrite captureRule(const Recording& recording);

/// What the files of a capture that has its name may replace.
Overwrite besideRule(const Recording& recording);

/// Returns `stem`.ext for 1, else `stem`-2.ext and so on.
std::string numberedName(const std::string& stem, int number, const std::string& extension);

/// Returns the first of `stem`.ext, `stem`-2.ext, … in `folder` for which neither the file nor its sidecar
/// exists. Another program may take that name before it is used: see placeNumbered.
std::filesystem::path freeName(const std::filesystem::path& folder, const std::string& stem,
                               const std::string& extension);

/// Commits a file under the name it was opened for and returns its path. If another program has taken that
/// name since, uses the first free number of `wanted`.
Result<std::filesystem::path> placeNumbered(AtomicFile& file, const std::filesystem::path& path,
                                            const std::filesystem::path& wanted);

/// Commits a capture and returns its path: overwrites if `recording` allows it, else numbers like
/// placeNumbered.
Result<std::filesystem::path> placeCapture(AtomicFile& file, const std::filesystem::path& path,
                                           const Recording& recording);

}  // namespace shoal
