#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include <shoal/result.hpp>

#include "capture/film/ffmpeg_commands.hpp"
#include "capture/format/frame_sink.hpp"
#include "capture/record/sidecar.hpp"

namespace shoal {

/// Returns the sidecar of a film that has this many frames.
Sidecar filmSidecar(const std::filesystem::path& path, const FileFormat& fileFormat,
                    const Recording& recording, long long frames, const std::string& scene);

/// A completely recorded film, still in a partial file beside the wanted one.
struct FinishedFilm {
    std::filesystem::path path;  ///< as requested
    std::filesystem::path partial;
    const FileFormat& fileFormat;
    const Recording& recording;
    long long frames = 0;  ///< in the partial file
    std::string scene;     ///< stored in the film and in its sidecar
};

/// A film in its place.
struct MadeFilm {
    std::filesystem::path path;  ///< the wanted one, or the next number if another program has taken that
    std::string encoding;        ///< see encodingText(); empty if it is as asked for
};

/// Makes the wanted file from a recorded film, counts its frames, puts it in place and writes its sidecar. A
/// file larger than Film::maxBytes is encoded again, with less quality, smaller and with fewer frames, until
/// it fits. `tell` receives the fraction done, 0 to 1. A problem names the file; unless only the sidecar
/// failed, an existing file is unchanged.
Result<MadeFilm> finishFilm(const FinishedFilm& film, const std::function<void(double part)>& tell);

}  // namespace shoal
