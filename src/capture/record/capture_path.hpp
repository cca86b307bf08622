#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include <shoal/result.hpp>

#include "capture/film/frame_sink.hpp"
#include "system/files/atomic_file.hpp"

namespace shoal {

/// What a capture may replace; without --overwrite it gets the next free number.
Overwrite captureRule(const Recording& recording);

/// What the files of a capture that has its name may replace.
Overwrite besideRule(const Recording& recording);

/// Returns the first of `stem`.ext, `stem`-2.ext, … in `folder` for which neither the file nor its sidecar
/// exists. Another program may take that name before it is used: see placeNumbered.
std::filesystem::path freeName(const std::filesystem::path& folder, const std::string& stem,
                               const std::string& extension);

/// Returns where to put a capture requested as `path` so that nothing is overwritten unless `recording`
/// allows it: the path itself, or `school-2.mp4`, `frames-2/` and so on. A folder is free if it has no frames
/// or holds the beginning of this very recording, which then resumes there. A path to a pipe or device
/// (/dev/null) is returned unchanged.
std::filesystem::path freeCapturePath(const std::filesystem::path& path, const Recording& recording);

/// Opens a recording at a free path, which its path() returns. Two recordings started at once get two names.
Result<std::unique_ptr<FrameSink>> openFreeFrameSink(const std::filesystem::path& path,
                                                     const Recording& recording);

/// Commits a file under the name it was opened for and returns its path. If another program has taken that
/// name since, uses the first free number of `wanted`.
Result<std::filesystem::path> placeNumbered(AtomicFile& file, const std::filesystem::path& path,
                                            const std::filesystem::path& wanted);

/// Commits a capture and returns its path: overwrites if `recording` allows it, else numbers like
/// placeNumbered.
Result<std::filesystem::path> placeCapture(AtomicFile& file, const std::filesystem::path& path,
                                           const Recording& recording);

}  // namespace shoal
