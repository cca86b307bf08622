#include "capture/film/frame_sink.hpp"

#include <algorithm>
#include <cctype>
#include <string>
#include <system_error>

#include <fmt/format.h>
#include <unistd.h>

#include "capture/film/ffmpeg_sink.hpp"
#include "capture/picture/picture_sinks.hpp"
#include "sim/support/atomic_file.hpp"

namespace shoal {
namespace {

constexpr FrameRate kUsualRate{30, 1};
constexpr FrameRate kUsualGifRate{25, 1};

std::string endingOf(const std::filesystem::path& path) {
    std::string text = path.extension().string();
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

/// Returns a problem if a regular file or its sidecar must not be overwritten. Pipes and devices may be
/// written to.
std::optional<Problem> taken(const std::filesystem::path& path, const FrameFormat& format) {
    std::error_code ignored;
    for (const std::filesystem::path& each : {path, sidecarPathOf(path)}) {
        if (!format.mayOverwrite && std::filesystem::is_regular_file(each, ignored)) {
            return Problem{
                fmt::format("{}: already exists; name another file, or add --overwrite", each.string())};
        }
    }
    return std::nullopt;
}

/// Returns the length of the longest file name that a recording creates for `path` [bytes].
std::size_t longestName(const std::filesystem::path& path, RecordingKind kind) {
    const std::string name = path.filename().string();
    const std::string ending = path.extension().string();
    // A film is first called school.partial.mkv; both names have a sidecar with .json appended.
    const std::string partial =
        kind == RecordingKind::video ? name.substr(0, name.size() - ending.size()) + ".partial.mkv" : "";
    return sidecarPathOf(name.size() > partial.size() ? name : partial).string().size();
}

/// Returns a problem if a file name would be too long. Checked before the first frame: the sidecar is written
/// last.
std::optional<Problem> tooLong(const std::filesystem::path& path, RecordingKind kind) {
    const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
    const long limit = ::pathconf(folder.c_str(), _PC_NAME_MAX);
    const std::size_t longest = longestName(path, kind);
    if (limit <= 0 || longest <= static_cast<std::size_t>(limit)) {
        return std::nullopt;
    }
    return Problem{fmt::format(
        "{}: its name is {} bytes too long for the files made beside it, such as NAME.partial.mkv.json",
        path.string(), longest - static_cast<std::size_t>(limit))};
}

}  // namespace

const char* recordingKinds() {
    return ".png, a folder/, .mp4, .webm, .mkv, .gif or .apng";
}

RecordingKind recordingKind(const std::filesystem::path& path) {
    std::error_code ignored;
    const std::string ending = endingOf(path);
    if (!path.has_filename() || ending.empty() || std::filesystem::is_directory(path, ignored)) {
        return RecordingKind::folder;
    }
    if (ending == ".png") {
        return RecordingKind::picture;
    }
    return isVideoEnding(ending) ? RecordingKind::video : RecordingKind::unknown;
}

FrameRate defaultRate(const std::filesystem::path& path) {
    return recordingKind(path) == RecordingKind::video && endingOf(path) == ".gif" ? kUsualGifRate
                                                                                   : kUsualRate;
}

Outcome checkRecording(const std::filesystem::path& path, const FrameFormat& format) {
    if (path.empty()) {
        return Problem{"the output has no name; give one such as school.mp4, still.png or frames/"};
    }
    if (format.width < 1 || format.height < 1 || format.rate.pictures < 1 || format.rate.seconds < 1) {
        return Problem{fmt::format("{}: {}x{} at {} frames a second cannot be recorded", path.string(),
                                   format.width, format.height, frameRateText(format.rate))};
    }
    switch (recordingKind(path)) {
        case RecordingKind::folder:
            return Done{};
        case RecordingKind::picture:
            if (format.frames > 1) {
                return Problem{fmt::format("{}: a picture holds one frame, not {}; name a folder or a video",
                                           path.string(), format.frames)};
            }
            return Done{};
        case RecordingKind::video:
            if (std::error_code ignored; std::filesystem::is_other(path, ignored)) {
                return Problem{
                    fmt::format("{}: a film needs a file, and this is a pipe or a device", path.string())};
            }
            return checkVideo(path, endingOf(path), format);
        case RecordingKind::unknown:
            break;
    }
    return Problem{fmt::format("{}: unknown kind of output \"{}\"; use {}", path.string(), endingOf(path),
                               recordingKinds())};
}

Result<std::unique_ptr<FrameSink>> openFrameSink(const std::filesystem::path& path,
                                                 const FrameFormat& format) {
    if (auto checked = checkRecording(path, format); !checked) {
        return checked.problem();
    }
    const RecordingKind kind = recordingKind(path);
    if (kind == RecordingKind::folder) {
        return openFolder(path, format);
    }
    if (const auto problem = tooLong(path, kind)) {
        return *problem;
    }
    removeStaleTemporaries(path.parent_path());
    if (const auto problem = taken(path, format)) {
        return *problem;
    }
    return kind == RecordingKind::picture ? openPicture(path, format)
                                          : openFfmpegSink(path, endingOf(path), format);
}

}  // namespace shoal
