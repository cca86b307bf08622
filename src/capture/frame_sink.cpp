#include "capture/frame_sink.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>
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

/// The number in "frame_00012.png", if it is such a name.
std::optional<long long> frameNumber(const std::string& name) {
    if (!name.starts_with(kFramePrefix) || !name.ends_with(kFrameEnding) ||
        name.size() < kFramePrefix.size() + kFrameEnding.size()) {
        return std::nullopt;
    }
    const char* const first = name.data() + kFramePrefix.size();
    const char* const last = name.data() + name.size() - kFrameEnding.size();
    long long number = 0;
    const auto [end, error] = std::from_chars(first, last, number);
    const bool isNumber =
        last - first >= kFrameDigits && error == std::errc{} && end == last && *first != '-';
    return isNumber ? std::optional(number) : std::nullopt;
}

/// The highest number of the frames in a folder.
std::optional<long long> lastFrameIn(const std::filesystem::path& folder) {
    std::optional<long long> last;
    std::error_code error;
    for (std::filesystem::directory_iterator at(folder, error), end; !error && at != end;
         at.increment(error)) {
        if (const auto number = frameNumber(at->path().filename().string())) {
            last = std::max(last.value_or(0), *number);
        }
    }
    return last;
}

Result<std::unique_ptr<FrameSink>> openFolder(const std::filesystem::path& folder,
                                              const FrameFormat& format) {
    std::error_code error;
    if (std::filesystem::exists(folder, error) && !std::filesystem::is_directory(folder, error)) {
        return Problem{
            fmt::format("{}: is no folder, and its name has no ending that says what to make; use {}",
                        folder.string(), kKinds)};
    }
    if (const auto last = lastFrameIn(folder)) {
        const std::string name = frameName(*last);
        if (!format.mayOverwrite) {
            return Problem{
                fmt::format("{}: holds frames up to {} already; name another folder, or add --overwrite",
                            folder.string(), name)};
        }
        if (*last >= format.frames) {
            return Problem{
                fmt::format("{}: {} of a longer recording would stay behind these {} frames; name "
                            "another folder, or empty this one",
                            folder.string(), name, format.frames)};
        }
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
    if (format.width < 1 || format.height < 1 || format.rate.pictures < 1 || format.rate.seconds < 1) {
        return Problem{fmt::format("{}: {}x{} at {} frames a second cannot be recorded", path.string(),
                                   format.width, format.height, frameRateText(format.rate))};
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
    return openFolder(path, format);
}

}  // namespace shoal
