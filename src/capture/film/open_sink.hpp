#pragma once

#include <filesystem>
#include <memory>

#include <shoal/result.hpp>

#include "capture/format/frame_sink.hpp"

namespace shoal {

/// Returns the default frame rate of the format that a path names.
FrameRate defaultRate(const std::filesystem::path& path);

/// Checks whether a film can be recorded under that name, even if the name is taken. Refuses an unknown
/// extension, a film into a pipe or device, several frames in one picture, and a size, rate or transparency
/// that the file's format cannot hold.
Outcome checkRecording(const std::filesystem::path& path, const Film& film);

/// Opens a recording of the path's kind: one picture, `frame_00000.png` … in a folder, or a video through the
/// `ffmpeg` program. Fails if checkRecording refuses the film, ffmpeg is missing, the name is
/// taken and must not be overwritten (see openFreeFrameSink), or another recording is writing to the folder.
/// A folder is overwritten only if no old frame would remain after the new last one: nothing is ever deleted.
Result<std::unique_ptr<FrameSink>> openFrameSink(const std::filesystem::path& path,
                                                 const Recording& recording);

/// Returns where to put a capture requested as `path` so that nothing is overwritten unless `recording`
/// allows it: the path itself, or `school-2.mp4`, `frames-2/` and so on. A folder is free if it has no frames
/// or holds the beginning of this very recording, which then resumes there. A path to a pipe or device
/// (/dev/null) is returned unchanged.
std::filesystem::path freeCapturePath(const std::filesystem::path& path, const Recording& recording);

/// Opens a recording at a free path, which its path() returns. Two recordings started at once get two names.
Result<std::unique_ptr<FrameSink>> openFreeFrameSink(const std::filesystem::path& path,
                                                     const Recording& recording);

/// Deletes what a stopped recording has left: the partial film, or the frames in a folder of their own.
void removeUnfinished(const std::filesystem::path& path);

}  // namespace shoal
