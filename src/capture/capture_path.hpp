#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include <shoal/result.hpp>
#include <shoal/whole_file.hpp>

#include "capture/frame_sink.hpp"

namespace shoal {

/// A name in `folder` that no file has, nor the record beside a capture: `stem`.ext, else `stem`-2.ext and
/// on. Another program may take it before it is used: see placeNumbered.
std::filesystem::path freeName(const std::filesystem::path& folder, const std::string& stem,
                               const std::string& extension);

/// Where a capture asked for as `path` goes so that nothing is overwritten unasked: there, else to
/// `school-2.mp4`, `frames-2/` and on. A folder without frames is free; so is one that holds the beginning of
/// this very recording, which goes on there. What is no regular file (/dev/null) stays as named.
std::filesystem::path freeCapturePath(const std::filesystem::path& path, const FrameFormat& format);

/// Opens a recording there. Its path() is the name it was given. Two recordings that start at once get two
/// names.
Result<std::unique_ptr<FrameSink>> openFreeFrameSink(const std::filesystem::path& path,
                                                     const FrameFormat& format);

/// Commits a file under the name it was opened for, or where another program has taken that since, under the
/// first free number of `wanted`; where it is.
Result<std::filesystem::path> placeNumbered(WholeFile& file, const std::filesystem::path& path,
                                            const std::filesystem::path& wanted);

/// The same for a capture, whose format says what it may overwrite.
Result<std::filesystem::path> placeCapture(WholeFile& file, const std::filesystem::path& path,
                                           const FrameFormat& format);

}  // namespace shoal
