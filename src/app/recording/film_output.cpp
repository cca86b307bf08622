#include "app/recording/film_output.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "app/cli/console.hpp"
#include "app/cli/progress.hpp"
#include "capture/film/file_format.hpp"
#include "capture/record/capture_path.hpp"

namespace shoal {

namespace {

constexpr std::chrono::milliseconds kLookInterval{100};
constexpr std::size_t kMaxWaiting = 4;
constexpr std::size_t kMaxBytesWaiting = std::size_t{1} << 28;

/// Number of frames that may wait for the encoder.
std::size_t capacityFor(const FrameFormat& format) {
    const std::size_t bytes =
        std::size_t{4} * static_cast<std::size_t>(format.width) * static_cast<std::size_t>(format.height);
    return std::clamp<std::size_t>(kMaxBytesWaiting / bytes, 1, kMaxWaiting);
}

}  // namespace

Outcome awaitFilm(FilmWriter& writer) {
    std::optional<Progress> progress;
    while (!writer.waitFor(kLookInterval)) {
        const FilmWriter::Status status = writer.status();
        if (!status.finished) {
            continue;
        }
        if (!progress) {
            progress.emplace("frames finished", static_cast<std::uint64_t>(status.written));
        }
        progress->update(static_cast<std::uint64_t>(*status.finished * static_cast<double>(status.written)));
    }
    return writer.wait();
}

Result<FilmOutput> FilmOutput::open(const std::filesystem::path& wanted, const FrameFormat& format) {
    auto sink = openFreeFrameSink(wanted, format);
    if (!sink) {
        return sink.problem();
    }
    if (const std::string remark = (*sink)->remark(); !remark.empty()) {
        printLine(remark);
    }
    std::filesystem::path path = (*sink)->path();
    return FilmOutput(std::move(path), format, std::move(*sink));
}

FilmOutput::FilmOutput(std::filesystem::path path, const FrameFormat& format, std::unique_ptr<FrameSink> sink)
    : m_path(std::move(path)),
      m_frames(format.frames),
      m_first(sink->firstFrame()),
      m_written(m_first),
      m_writer(std::make_unique<FilmWriter>(std::move(sink), capacityFor(format))) {}

Outcome FilmOutput::write(Image image, std::string scene) {
    Outcome pushed = m_writer->push({.image = std::move(image), .scene = std::move(scene)});
    m_written += pushed ? 1 : 0;
    return pushed;
}

std::string FilmOutput::stopText() const {
    return fmt::format("stopped after {} of {} frames", m_written, m_frames);
}

Ending FilmOutput::finish(const std::optional<ExitStatus>& stopped, const std::string& scene) {
    m_writer->finish({}, 0, scene);
    const Outcome finished = awaitFilm(*m_writer);
    if (stopped && !finished) {
        return {*stopped, fmt::format("{}; {}", stopText(), finished.problem().text)};
    }
    if (!finished) {
        return failedWith(ExitStatus::captureFailed, finished.problem());
    }
    m_path = m_writer->status().path;
    if (!stopped) {
        printLine("wrote " + m_path.string());
        return {};
    }
    const bool goesOn = hasOutput(m_path, FileFormat::Output::folder) && m_written < m_frames;
    return {*stopped, fmt::format("{}; {} holds them{}", stopText(), m_path.string(),
                                  goesOn ? ", and the same command continues there" : "")};
}

}  // namespace shoal
