#include "app/recording/capture_desk.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "app/files/user_files.hpp"
#include "app/recording/capture_memory.hpp"
#include "render/gl/gpu.hpp"

namespace shoal {
namespace fs = std::filesystem;

namespace {

using Rate = CaptureSettings::Rate;
using Size = CaptureSettings::Size;

constexpr double kMeasureInterval = 0.5;  // [s]

struct PictureSize {
    int width;
    int height;
};

PictureSize sizeOf(const CaptureSettings& settings, const CaptureDesk::Subject& subject) {
    static constexpr std::array<PictureSize, 5> kSizes{
        {{1280, 720}, {1920, 1080}, {2560, 1440}, {3840, 2160}, {7680, 4320}}};
    switch (settings.size) {
        case Size::window:
            return {subject.width, subject.height};
        case Size::other:
            return {settings.width, settings.height};
        default:
            return kSizes[static_cast<std::size_t>(settings.size) - 1];
    }
}

Result<FrameRate> rateOf(const CaptureSettings& settings) {
    static constexpr std::array kRates{24, 25, 30, 50, 60};
    if (settings.rate != Rate::other) {
        return FrameRate{.pictures = kRates[static_cast<std::size_t>(settings.rate)], .seconds = 1};
    }
    const std::string text = fmt::format("{}/{}", settings.pictures, settings.inSeconds);
    if (const auto rate = frameRateFrom(text)) {
        return *rate;
    }
    return Problem{fmt::format("{} frames in {} s: a film has 0.01 to 1000 frames per second",
                               settings.pictures, settings.inSeconds)};
}

Shutter shutterOf(const CaptureSettings& settings) {
    const double degrees = static_cast<double>(settings.shutter) * 180.0 / std::numbers::pi;
    return {.degrees = std::clamp(static_cast<int>(std::lround(degrees)), 0, 360),
            .exposures = std::max(1, settings.exposures)};
}

unsigned long long bytesIn(const fs::path& path) {
    std::error_code error;
    if (!fs::is_directory(path, error)) {
        const auto size = fs::file_size(path, error);
        return error ? 0 : size;
    }
    unsigned long long bytes = 0;
    for (fs::directory_iterator at(path, error), last; !error && at != last; at.increment(error)) {
        std::error_code gone;
        const auto size = at->file_size(gone);
        bytes += gone ? 0 : size;
    }
    return bytes;
}

/// Abbreviates the home folder, as in "~/Videos".
std::string shortened(const fs::path& folder) {
    const char* home = std::getenv("HOME");
    const std::string text = folder.string();
    const std::string above = home == nullptr ? "" : std::string(home) + "/";
    return above.size() > 1 && text.starts_with(above) ? "~/" + text.substr(above.size()) : text;
}

/// Disk space [bytes] of a capture and its partial files, all found by their common stem.
unsigned long long bytesOf(const fs::path& file) {
    unsigned long long bytes = 0;
    std::error_code error;
    for (fs::directory_iterator at(file.parent_path(), error), last; !error && at != last;
         at.increment(error)) {
        if (at->path().filename().string().starts_with(file.stem().string())) {
            bytes += bytesIn(at->path());
        }
    }
    return bytes;
}

}  // namespace

CaptureDesk::CaptureDesk(const UserPaths& paths, fs::path memory)
    : m_memory(std::move(memory)),
      m_folders(mediaFolders(paths)),
      m_settings(m_memory.empty() ? CaptureSettings() : recallCaptureSettings(m_memory)) {}

const fs::path& CaptureDesk::folder(const CaptureSettings& settings) const {
    return settings.fileFormat().isFilm() ? m_folders.films : m_folders.pictures;
}

CapturePanelInput CaptureDesk::panelInput() const {
    CapturePanelInput input{.settings = m_state == State::idle ? m_settings : m_running,
                            .progress = {},
                            .folder = shortened(folder(m_settings))};
    CaptureProgress& progress = input.progress;
    progress.state = m_state;
    if (!m_job) {
        return input;
    }
    const FrameFormat& format = m_job->format();
    const FilmWriter::Status status = m_job->status();
    progress.file = m_job->path().filename().string();
    progress.frames = status.written;
    if (format.frames > 0) {
        progress.framesWanted = format.frames;
    }
    progress.seconds = static_cast<double>(m_job->frames()) * format.rate.frameSeconds();
    progress.queued = static_cast<int>(status.queued);
    progress.queueCapacity = static_cast<int>(m_job->queueCapacity());
    progress.repeated = m_job->repeated();
    progress.dropped = m_job->dropped();
    progress.bytes = m_bytes;
    progress.finished = status.finished;
    progress.secondsLeft = m_secondsLeft;
    return input;
}

Result<CaptureOrder> CaptureDesk::orderFor(const Subject& subject) const {
    const auto rate = rateOf(m_running);
    if (!rate) {
        return rate.problem();
    }
    const FileFormat& fileFormat = m_running.fileFormat();
    const auto [width, height] = sizeOf(m_running, subject);
    long long frames = 0;
    if (fileFormat.output == FileFormat::Output::picture) {
        frames = 1;
    } else if (!m_running.isEndless) {
        frames = std::max(1LL, std::llround(static_cast<double>(m_running.seconds) * rate->perSecond()));
    }
    return CaptureOrder{
        .output = folder(m_running) / (datedStem(subject.name) + std::string(fileFormat.ending)),
        .format = {.width = width,
                   .height = height,
                   .rate = *rate,
                   .frames = frames,
                   .isTransparent = m_running.isTransparent,
                   .graphics = describe(currentGpu())},
        .shutter = shutterOf(m_running),
        .supersample = m_running.supersample,
        .showsPanel = m_running.showsPanel,
        .hasCaption = m_running.hasCaption};
}

Outcome CaptureDesk::start(const Subject& subject) {
    if (m_state != State::idle) {
        return Problem{"a capture is already running"};
    }
    m_running = effectiveCapture(m_settings);
    m_news.reset();
    const auto order = orderFor(subject);
    if (!order) {
        return order.problem();
    }
    if (auto made = makeFolder(order->output.parent_path()); !made) {
        return made;
    }
    const auto stepsPerSecond =
        static_cast<int>(std::max(1LL, std::llround(subject.session.stepsPerSecond() * subject.timeScale)));
    auto job = CaptureJob::open(*order, subject.session, subject.stage, stepsPerSecond);
    if (!job) {
        return job.problem();
    }
    m_job = std::move(*job);
    m_state = State::recording;
    m_bytes = 0;
    m_measured.reset();
    m_secondsLeft.reset();
    if (!m_job->remark().empty()) {
        m_news = News{m_job->remark(), false};
    }
    if (m_memory.empty()) {
        return Done{};
    }
    // This is only a convenience: an unwritable folder must not prevent the capture.
    if (auto kept = rememberCaptureSettings(m_settings, m_memory); !kept) {
        m_news = News{kept.problem().text, true};
    }
    return Done{};
}

void CaptureDesk::stop() {
    if (isRecording()) {
        m_job->finish();
        m_measured.reset();
        m_secondsLeft.reset();
        m_state = State::finishing;
    }
}

/// Stops the capture after its last frame, or if drawing failed.
void CaptureDesk::stopIfOver(const Outcome& drawn) {
    if (!drawn) {
        m_news = News{drawn.problem().text, true};
    }
    if (!drawn || m_job->isComplete()) {
        stop();
    }
}

std::optional<PictureFrame> CaptureDesk::frame() const {
    if (!movesFlock()) {
        return std::nullopt;
    }
    const FrameFormat& format = m_job->format();
    return PictureFrame{static_cast<float>(format.width) / static_cast<float>(format.height),
                        m_job->covered()};
}

std::optional<FrameSchedule::Due> CaptureDesk::next(bool isOver, bool isPaused) {
    if (movesFlock() && isOver && m_job->frames() > 0) {
        stop();
    }
    // Do not block on a full queue: the viewer continues, and the film resumes later from this point.
    if (!movesFlock() || !m_job->makeRoom() || (isPaused && m_job->needsSteps())) {
        return std::nullopt;
    }
    return m_job->next();
}

void CaptureDesk::expose(float alpha) {
    const Outcome drawn = m_job->expose({.alpha = alpha, .pose = m_job->viewerPose()});
    if (drawn && m_job->isFrameExposed()) {
        m_job->resolve();
    }
    stopIfOver(drawn);
}

void CaptureDesk::captureLive(float alpha, double now) {
    if (isRecording() && !movesFlock()) {
        stopIfOver(m_job->observe({.alpha = alpha, .pose = m_job->viewerPose()}, now));
    }
}

std::optional<CaptureDesk::News> CaptureDesk::news(double now) {
    if (m_state != State::idle) {
        measure(now);
        if (m_job->status().isDone) {
            return ending();
        }
    }
    return std::exchange(m_news, std::nullopt);
}

CaptureDesk::News CaptureDesk::ending() {
    stop();  // a film that failed is still recording here
    m_state = State::idle;
    const FilmWriter::Status status = m_job->status();
    if (status.problem) {
        return {status.problem->text, true};
    }
    const long long repeated = m_job->repeated();
    const long long dropped = m_job->dropped();
    const std::string saved = "Saved " + status.path.string();
    return {repeated == 0 && dropped == 0 ? saved
                                          : fmt::format("{}\n{} frames, {} of them repeated, {} dropped",
                                                        saved, status.written, repeated, dropped),
            false};
}

std::optional<CaptureDesk::News> CaptureDesk::leave(bool hasLostGraphics) {
    if (hasLostGraphics && isRecording()) {
        m_job->forgetPictures();
    }
    stop();
    if (m_state != State::finishing) {
        return std::nullopt;
    }
    // ending() reports the result.
    [[maybe_unused]] const Outcome ended = m_job->await();
    News last = ending();
    if (!last.isProblem) {
        last.text = "wrote " + m_job->path().string();
    }
    return last;
}

/// On another thread, because a network folder may take seconds to answer.
void CaptureDesk::measureBytes() {
    if (m_measuring.valid()) {
        if (m_measuring.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
            return;
        }
        const auto [file, bytes] = m_measuring.get();
        m_bytes = file == m_job->path() ? bytes : m_bytes;
    }
    m_measuring =
        std::async(std::launch::async, [file = m_job->path()] { return std::pair(file, bytesOf(file)); });
}

void CaptureDesk::measure(double now) {
    if (now < m_measureDue) {
        return;
    }
    m_measureDue = now + kMeasureInterval;
    measureBytes();
    // Fraction of the file completed, or of the frames captured.
    std::optional<double> part = m_job->status().finished;
    if (!part && isRecording() && m_job->format().frames > 0) {
        part = static_cast<double>(m_job->frames()) / static_cast<double>(m_job->format().frames);
    }
    if (!part) {
        return;
    }
    if (!m_measured) {
        m_measured = now;
    } else if (*part > 0.0) {
        m_secondsLeft = (now - *m_measured) * (1.0 - *part) / *part;
    }
}

}  // namespace shoal
