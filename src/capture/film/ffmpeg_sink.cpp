#include "capture/film/ffmpeg_sink.hpp"

#include <algorithm>
#include <cerrno>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "capture/film/ffmpeg_commands.hpp"
#include "capture/film/ffprobe.hpp"
#include "capture/film/film_finish.hpp"
#include "capture/picture/picture_sinks.hpp"
#include "capture/record/capture_path.hpp"
#include "system/files/folder.hpp"
#include "system/process/child_process.hpp"

namespace shoal {
namespace {

namespace fs = std::filesystem;

/// Creates `school.partial.mkv`, or the next number if that file or its sidecar exists.
Result<fs::path> makePartial(const fs::path& path) {
    if (auto checked = requireFolderOf(path); !checked) {
        return checked.problem();
    }
    std::error_code error;
    for (int number = 1;; ++number) {
        const fs::path partial = partialPathOf(path, number);
        if (fs::exists(sidecarPathOf(partial), error)) {
            continue;
        }
        const Descriptor made = createFile(partial);
        if (made.number() >= 0) {
            return partial;
        }
        if (errno != EEXIST) {
            return Problem{
                fmt::format("cannot write {}: {}", path.string(), std::generic_category().message(errno))};
        }
    }
}

class FfmpegSink final : public FrameSink {
public:
    FfmpegSink(fs::path path, const FileFormat& fileFormat, Recording recording, fs::path partial)
        : m_path(std::move(path)),
          m_fileFormat(fileFormat),
          m_recording(std::move(recording)),
          m_partial(std::move(partial)),
          m_partialSidecar(sidecarPathOf(m_partial)) {}

    /// Allocates nothing, because it may run when memory is short.
    ~FfmpegSink() override {
        if (m_ffmpeg) {
            await();
        }
        if (m_written == 0) {
            removePartial();
        }
    }

    Outcome start() {
        // Some encode after the last frame, and not every ffmpeg has them.
        for (const std::string& encoder : encodersFor(m_fileFormat, m_recording.film)) {
            if (!hasEncoder(encoder)) {
                return Problem{fmt::format("{}: this ffmpeg lacks the encoder {}; use .gif or .mov",
                                           m_path.string(), encoder)};
            }
        }
        auto started = ChildProcess::start(recordingCommand(m_fileFormat, m_recording.film, m_partial),
                                           m_recording.patience);
        if (started) {
            m_ffmpeg.emplace(std::move(*started));
            return Done{};
        }
        if (ChildProcess::isMissing(started.problem())) {
            return Problem{
                fmt::format("{}: video needs the program ffmpeg, which is not installed (apt-get install "
                            "ffmpeg); or record frames into a folder/",
                            m_path.string())};
        }
        return Problem{
            fmt::format("{}: ffmpeg cannot be started: {}", m_path.string(), started.problem().text)};
    }

    Outcome write(const Image& image, const std::string& scene) override {
        if (!m_ffmpeg) {
            return Problem{fmt::format("{}: the recording has ended", m_path.string())};
        }
        if (image.width != m_recording.film.size.width || image.height != m_recording.film.size.height) {
            return Problem{fmt::format("{}: a frame is {}x{}, but the recording is {}x{}", m_path.string(),
                                       image.width, image.height, m_recording.film.size.width,
                                       m_recording.film.size.height)};
        }
        if (!m_ffmpeg->send({reinterpret_cast<const char*>(image.rgba.data()), image.rgba.size()})) {
            return brokenOff();
        }
        ++m_written;
        if (!scene.empty() && scene != m_scene) {
            m_scene = scene;
            keepRecord();
        }
        return Done{};
    }

    Outcome finish(const std::string& scene) override {
        if (auto ended = endPartial(scene); !ended) {
            return ended;
        }
        const FinishedFilm film{.path = m_path,
                                .partial = m_partial,
                                .fileFormat = m_fileFormat,
                                .recording = m_recording,
                                .frames = m_written,
                                .scene = scene};
        auto finished = finishFilm(film, [this](double part) { noteFinished(part); });
        if (!finished) {
            return Problem{fmt::format("{}; its {} frames are in {}", finished.problem().text, m_written,
                                       m_partial.string())};
        }
        m_path = std::move(finished->path);
        m_made = std::move(finished->encoding);
        removePartial();
        return Done{};
    }

    Outcome stop(const std::string& scene) override {
        auto ended = endPartial(scene);
        if (ended) {
            m_path = m_partial;
        }
        return ended;
    }

    fs::path path() const override { return m_path; }

    std::string made() const override { return m_made; }

    std::string kept() const override {
        return m_written == 0 ? std::string()
                              : fmt::format("the first {} frames are in {}", m_written, m_partial.string());
    }

    std::string remark() const override {
        const auto [width, height] = videoSize(m_fileFormat, m_recording.film);
        if (width == m_recording.film.size.width && height == m_recording.film.size.height) {
            return {};
        }
        return fmt::format("{}: cropped from {}x{} to {}x{}: video in 4:2:0 needs even sizes",
                           m_path.string(), m_recording.film.size.width, m_recording.film.size.height, width,
                           height);
    }

private:
    /// Completes the partial file and its sidecar.
    Outcome endPartial(const std::string& scene) {
        if (!m_ffmpeg) {
            return Problem{fmt::format("{}: the recording has ended", m_path.string())};
        }
        m_scene = scene.empty() ? m_scene : scene;
        const ChildEnd end = await();
        if (m_written == 0) {
            m_ffmpeg.reset();
            return Problem{fmt::format("{}: no frame was drawn", m_path.string())};
        }
        if (!end.isGood()) {
            return brokenOff();
        }
        m_ffmpeg.reset();
        keepRecord();
        return Done{};
    }

    /// Waits until ffmpeg has written the frames that it holds back.
    ChildEnd await() { return m_ffmpeg->wait(m_partial); }

    /// Returns the problem after ffmpeg ended or hung too early. Keeps the frames that are in the file.
    Problem brokenOff() {
        const ChildEnd end = await();
        const std::string reason = fmt::format("{}: {}", m_path.string(), m_ffmpeg->reason(end));
        m_ffmpeg.reset();
        const auto counted = countFrames(m_partial);
        std::error_code ignored;
        if (!counted && !fs::is_empty(m_partial, ignored)) {
            // Counting failed, but the file is not empty: keep it.
            m_written = std::max(m_written, 1LL);
            keepRecord();
            return Problem{
                fmt::format("{}; the frames captured so far are in {}", reason, m_partial.string())};
        }
        const long long kept = counted ? counted->value_or(m_written) : 0;
        if (kept == 0) {
            m_written = 0;
            return Problem{reason};
        }
        m_written = kept;
        keepRecord();
        return Problem{fmt::format("{}; {}", reason, this->kept())};
    }

    /// Writes the sidecar of the unfinished film, so that its scene survives if the film is never finished.
    void keepRecord() const {
        if (m_scene.empty()) {
            return;
        }
        Sidecar record = filmSidecar(m_partial, m_fileFormat, m_recording, m_written, m_scene);
        record.isComplete = false;
        // Ignored: a disk that refuses the sidecar will soon stop the film as well.
        [[maybe_unused]] const Outcome kept = writeSidecar(m_partialSidecar, record, Overwrite::anything());
    }

    void removePartial() {
        std::error_code ignored;
        fs::remove(m_partial, ignored);
        fs::remove(m_partialSidecar, ignored);
    }

    fs::path m_path;
    const FileFormat& m_fileFormat;
    Recording m_recording;
    fs::path m_partial;
    fs::path m_partialSidecar;
    std::optional<ChildProcess> m_ffmpeg;
    long long m_written = 0;
    std::string m_scene;  ///< latest scene written
    std::string m_made;
};

}  // namespace

fs::path partialPathOf(const fs::path& path, int number) {
    return path.parent_path() / numberedName(path.stem().string() + ".partial", number, ".mkv");
}

Result<std::unique_ptr<FrameSink>> openFfmpegSink(const fs::path& path, const FileFormat& fileFormat,
                                                  const Recording& recording) {
    const auto partial = makePartial(path);
    if (!partial) {
        return partial.problem();
    }
    auto sink = std::make_unique<FfmpegSink>(path, fileFormat, recording, *partial);
    if (Outcome started = sink->start(); !started) {
        return started.problem();
    }
    return std::unique_ptr<FrameSink>(std::move(sink));
}

}  // namespace shoal
