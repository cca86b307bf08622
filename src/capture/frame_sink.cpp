#include "capture/frame_sink.hpp"

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "capture/ffmpeg_sink.hpp"
#include "capture/png.hpp"

namespace shoal {
namespace {

constexpr const char* kKinds = ".png, a folder/, .mp4, .webm, .gif or .mkv";
constexpr std::string_view kFramePrefix = "frame_";
constexpr std::string_view kFrameEnding = ".png";
constexpr int kFrameDigits = 5;

std::string frameName(long long number) {
    return fmt::format("{}{:0{}}{}", kFramePrefix, number, kFrameDigits, kFrameEnding);
}

class PictureSink final : public FrameSink {
public:
    explicit PictureSink(std::filesystem::path path) : m_path(std::move(path)) {}

    Outcome write(const Image& image) override {
        if (m_isWritten) {
            return Problem{
                fmt::format("{}: holds one picture; name a folder or a video for more", m_path.string())};
        }
        m_isWritten = true;
        return writePng(m_path, image);
    }

    Outcome finish() override {
        if (!m_isWritten) {
            return Problem{fmt::format("{}: no picture was drawn", m_path.string())};
        }
        return Done{};
    }

private:
    std::filesystem::path m_path;
    bool m_isWritten = false;
};

class FolderSink final : public FrameSink {
public:
    explicit FolderSink(std::filesystem::path folder) : m_folder(std::move(folder)) {}

    Outcome write(const Image& image) override { return writePng(m_folder / frameName(m_next++), image); }

    Outcome finish() override { return Done{}; }

private:
    std::filesystem::path m_folder;
    long long m_next = 0;
};

Result<std::unique_ptr<FrameSink>> openFolder(const std::filesystem::path& folder) {
    std::error_code error;
    if (std::filesystem::exists(folder, error) && !std::filesystem::is_directory(folder, error)) {
        return Problem{
            fmt::format("{}: is no folder, and its name has no ending that says what to make; use {}",
                        folder.string(), kKinds)};
    }
    std::filesystem::create_directories(folder, error);
    if (error) {
        return Problem{fmt::format("{}: the folder cannot be made: {}", folder.string(), error.message())};
    }
    return std::unique_ptr<FrameSink>(std::make_unique<FolderSink>(folder));
}

std::string endingOf(const std::filesystem::path& path) {
    std::string text = path.extension().string();
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

}  // namespace

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

Outcome checkRecording(const std::filesystem::path& path, const FrameFormat& format) {
    if (path.empty()) {
        return Problem{"the output has no name; give one such as school.mp4, still.png or frames/"};
    }
    if (format.width < 1 || format.height < 1 || format.framesPerSecond < 1) {
        return Problem{fmt::format("{}: {}x{} at {} frames a second cannot be recorded", path.string(),
                                   format.width, format.height, format.framesPerSecond)};
    }
    switch (recordingKind(path)) {
        case RecordingKind::folder:
            return Done{};
        case RecordingKind::picture:
            if (format.frames > 1) {
                return Problem{fmt::format("{}: holds one picture, not {}; name a folder or a video",
                                           path.string(), format.frames)};
            }
            return Done{};
        case RecordingKind::video:
            return checkVideo(path, endingOf(path), format);
        case RecordingKind::unknown:
            break;
    }
    return Problem{
        fmt::format("{}: no such kind of output as \"{}\"; use {}", path.string(), endingOf(path), kKinds)};
}

Result<std::unique_ptr<FrameSink>> openFrameSink(const std::filesystem::path& path,
                                                 const FrameFormat& format) {
    if (auto checked = checkRecording(path, format); !checked) {
        return checked.problem();
    }
    switch (recordingKind(path)) {
        case RecordingKind::picture:
            return std::unique_ptr<FrameSink>(std::make_unique<PictureSink>(path));
        case RecordingKind::video:
            return openFfmpegSink(path, endingOf(path), format);
        case RecordingKind::folder:
        case RecordingKind::unknown:  // refused above
            break;
    }
    return openFolder(path);
}

}  // namespace shoal
