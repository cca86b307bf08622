#include "capture/frame_sink.hpp"

#include <algorithm>
#include <cctype>
#include <string>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "capture/ffmpeg_sink.hpp"
#include "capture/png.hpp"

namespace shoal {
namespace {

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

    Outcome write(const Image& image) override {
        return writePng(m_folder / fmt::format("frame_{:05}.png", m_next++), image);
    }

    Outcome finish() override { return Done{}; }

private:
    std::filesystem::path m_folder;
    long long m_next = 0;
};

Result<std::unique_ptr<FrameSink>> openFolder(const std::filesystem::path& folder) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) {
        return Problem{fmt::format("{}: the folder cannot be made: {}", folder.string(), error.message())};
    }
    return std::unique_ptr<FrameSink>(std::make_unique<FolderSink>(folder));
}

std::string lowerCase(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

}  // namespace

Result<std::unique_ptr<FrameSink>> openFrameSink(const std::filesystem::path& path,
                                                 const FrameFormat& format) {
    if (path.empty()) {
        return Problem{"the output has no name; give one such as school.mp4, still.png or frames/"};
    }
    if (format.width < 1 || format.height < 1 || format.framesPerSecond < 1) {
        return Problem{fmt::format("{}: {}x{} at {} frames a second cannot be recorded", path.string(),
                                   format.width, format.height, format.framesPerSecond)};
    }
    std::error_code ignored;
    const std::string ending = lowerCase(path.extension().string());
    if (!path.has_filename() || ending.empty() || std::filesystem::is_directory(path, ignored)) {
        return openFolder(path);
    }
    if (ending == ".png") {
        if (format.frames > 1) {
            return Problem{fmt::format("{}: holds one picture, not {}; name a folder or a video",
                                       path.string(), format.frames)};
        }
        return std::unique_ptr<FrameSink>(std::make_unique<PictureSink>(path));
    }
    if (isVideoEnding(ending)) {
        return openFfmpegSink(path, ending, format);
    }
    return Problem{
        fmt::format("{}: no such kind of output as \"{}\"; use .png, a folder/, .mp4, .webm, .gif or .mkv",
                    path.string(), ending)};
}

}  // namespace shoal
