#include "app/recording/capture_desk.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <numbers>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "app/files/media_folders.hpp"
#include "app/files/user_files.hpp"
#include "app/recording/capture_memory.hpp"
#include "app/recording/film_output.hpp"
#include "capture/record/capture_path.hpp"
#include "render/gl/gpu.hpp"

namespace shoal {
namespace fs = std::filesystem;

namespace {

using Rate = CaptureSettings::Rate;
using Size = CaptureSettings::Size;

constexpr std::size_t kQueueBytes = 256u << 20u;  // of frames waiting to be written
constexpr std::size_t kMinRoom = 2;
constexpr std::size_t kMaxRoom = 16;
constexpr double kMeasureInterval = 0.5;  // [s]

struct PictureSize {
    int width;
    int height;
};

PictureSize sizeOf(const CaptureSettings& settings, const CaptureDesk::StartOptions& scenery) {
    static constexpr std::array<PictureSize, 5> kSizes{
        {{1280, 720}, {1920, 1080}, {2560, 1440}, {3840, 2160}, {7680, 4320}}};
    switch (settings.size) {
        case Size::window:
            return {scenery.width, scenery.height};
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

CaptureDesk::CaptureDesk(const UserPaths& paths)
    : m_paths(paths),
      m_folders(mediaFolders(paths)),
      m_settings(recallCaptureSettings(paths.captureSettings())) {}

CapturePanelInput CaptureDesk::panelInput() const {
    CapturePanelInput input{
        .settings = m_state == State::idle ? m_settings : m_running,
        .progress = {},
        .folder = shortened(m_settings.fileFormat().isFilm() ? m_folders.films : m_folders.pictures)};
    CaptureProgress& progress = input.progress;
    progress.state = m_state == State::recording   ? CaptureProgress::State::recording
                     : m_state == State::finishing ? CaptureProgress::State::finishing
                                                   : CaptureProgress::State::idle;
    if (m_writer) {
        const FilmWriter::Status status = m_writer->status();
        progress.queued = static_cast<int>(status.queued);
        progress.queueCapacity = static_cast<int>(m_writer->room());
    }
    progress.file = m_file.filename().string();
    progress.frames = m_writer ? m_writer->status().written : m_written;
    progress.framesWanted = m_wanted;
    progress.seconds = static_cast<double>(m_taken) * m_rate.frameSeconds();
    progress.repeated = m_repeated;
    progress.dropped = m_dropped;
    progress.bytes = m_bytes;
    progress.finished = m_writer ? m_writer->status().finished : std::nullopt;
    progress.secondsLeft = m_secondsLeft;
    return input;
}

fs::path CaptureDesk::target(const std::string& name) const {
    const FileFormat& kind = m_running.fileFormat();
    return (kind.isFilm() ? m_folders.films : m_folders.pictures) /
           (datedStem(name) + std::string(kind.ending));
}

Outcome CaptureDesk::start(const StartOptions& scenery) {
    if (m_state != State::idle) {
        return Problem{"a capture is already running"};
    }
    m_running = effectiveCapture(m_settings);
    m_news.reset();
    auto rate = rateOf(m_running);
    if (!rate) {
        return rate.problem();
    }
    m_rate = *rate;
    m_wanted.reset();
    if (m_running.fileFormat().output == FileFormat::Output::picture) {
        m_wanted = 1;
    } else if (!m_running.isEndless) {
        const double seconds = static_cast<double>(m_running.seconds);
        m_wanted = std::max(1LL, std::llround(seconds * m_rate.perSecond()));
    }
    if (auto opened = open(scenery); !opened) {
        m_studio.reset();
        return opened;
    }
    const auto stepsPerSecond =
        static_cast<int>(std::max(1LL, std::llround(kStepsPerSecond * scenery.timeScale)));
    m_schedule.emplace(m_rate, shutterOf(m_running), stepsPerSecond);
    m_stepsPerFrame = m_rate.frameSeconds() * stepsPerSecond;
    m_ready.reset();
    m_secondsLeft.reset();
    m_cameraSeconds = 0.0;
    m_accumulated = 0;
    m_provenance = {};
    m_taken = m_owed = m_repeated = m_dropped = 0;
    m_bytes = 0;
    m_start.reset();
    m_measured.reset();
    m_finishing.reset();
    m_state = State::recording;
    // This is only a convenience: an unwritable folder must not prevent the capture.
    if (auto kept = rememberCaptureSettings(m_settings, m_paths.captureSettings()); !kept) {
        m_news = News{kept.problem().text, true};
    }
    return Done{};
}

Outcome CaptureDesk::open(const StartOptions& scenery) {
    const auto [width, height] = sizeOf(m_running, scenery);
    auto studio = CaptureStudio::create(m_running, m_rate, width, height);
    if (!studio) {
        return studio.problem();
    }
    m_studio = std::move(*studio);
    m_file = target(scenery.name);
    if (auto made = makeFolder(m_file.parent_path()); !made) {
        return made;
    }
    auto sink = openFreeFrameSink(m_file, {.width = width,
                                           .height = height,
                                           .rate = m_rate,
                                           .frames = m_wanted.value_or(0),
                                           .isTransparent = m_running.isTransparent,
                                           .graphics = describe(currentGpu())});
    if (!sink) {
        return sink.problem();
    }
    m_file = (*sink)->path();
    if (const std::string remark = (*sink)->remark(); !remark.empty()) {
        m_news = News{remark, false};
    }
    const std::size_t pictureBytes = 4u * static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
    m_writer = std::make_unique<FilmWriter>(std::move(*sink),
                                            std::clamp(kQueueBytes / pictureBytes, kMinRoom, kMaxRoom));
    return Done{};
}

void CaptureDesk::stop(const Session& session) {
    if (isRecording()) {
        end(session);
    }
}

void CaptureDesk::resolve(const Session& session, Stage& stage) {
    FilmWriter::Frame frame{
        .image = {},
        .repeats = std::exchange(m_owed, 0),
        .scene = m_running.fileFormat().isFilm()
                     ? m_provenance.interimText(session, m_stepsPerFrame, m_rate.perSecond())
                     : m_provenance.frameText(session)};
    m_studio->resolve(session, stage, std::move(frame));
}

void CaptureDesk::end(const Session& session) {
    std::vector<FilmWriter::Frame> rest;
    while (auto frame = m_ready ? std::exchange(m_ready, std::nullopt) : m_studio->wait()) {
        rest.push_back(std::move(*frame));
    }
    m_writer->finish(std::move(rest), std::exchange(m_owed, 0),
                     m_provenance.filmText(session, m_stepsPerFrame));
    m_studio.reset();
    m_schedule.reset();
    m_secondsLeft.reset();
    m_state = State::finishing;
}

std::optional<float> CaptureDesk::captureExact(Session& session, Stage& stage, const ViewerControls& hands) {
    const double end = hands.now() + hands.maxSeconds;
    std::optional<float> alpha;
    while (movesFlock()) {
        if ((m_wanted && m_taken >= *m_wanted) || (m_taken > 0 && hands.isOver())) {
            this->end(session);
            break;
        }
        // Do not block on a full queue: the viewer continues, and the film resumes later from this
        // point.
        const bool needsSteps = m_taken > 0 || m_schedule->exposures() > 1;
        if (!handOver(m_studio->isFull()) || (hands.isPaused && needsSteps) ||
            (alpha && hands.now() >= end)) {
            break;
        }
        const FrameSchedule::Due due = m_schedule->next();
        for (int step = 0; step < due.steps; ++step) {
            hands.step();
        }
        hands.aim(due.alpha);
        stage.camera().advance(static_cast<float>(due.seconds - m_cameraSeconds));
        m_cameraSeconds = due.seconds;
        const Moment moment = momentShown(session.simulation().stepCount(), due.alpha);
        session.noteCamera(moment, stage.camera().pose());
        if (m_accumulated == 0) {
            m_provenance.note(session, moment, m_studio->pose(stage));
        } else {
            m_provenance.noteExposure(moment, m_studio->pose(stage));
        }
        alpha = due.alpha;
        if (auto exposed = m_studio->accumulate(session, stage, due.alpha); !exposed) {
            m_news = News{exposed.problem().text, true};
            this->end(session);
            break;
        }
        if (++m_accumulated == m_schedule->exposures()) {
            m_accumulated = 0;
            resolve(session, stage);
            ++m_taken;
        }
    }
    return alpha;
}

bool CaptureDesk::handOver(bool waits) {
    while (true) {
        if (m_ready && !m_writer->tryPush(*m_ready)) {
            return false;
        }
        m_ready = std::exchange(waits, false) ? m_studio->wait() : m_studio->poll();
        if (!m_ready) {
            return true;
        }
    }
}

void CaptureDesk::captureLive(const Session& session, Stage& stage, float alpha, double now) {
    if (!isRecording() || !isLive()) {
        return;
    }
    if (!m_start) {
        m_start = now;
    }
    long long due = static_cast<long long>(std::floor((now - *m_start) * m_rate.perSecond())) + 1;
    if (m_wanted) {
        due = std::min(due, *m_wanted);
    }
    const bool hasRoom = handOver(false) && !m_studio->isFull() &&
                         m_writer->status().queued + m_studio->underWay() < m_writer->room();
    if (due > m_taken) {
        const long long missed = due - 1 - m_taken;
        m_repeated += missed;
        m_owed += missed;
        m_taken = due;
        if (!hasRoom) {
            ++m_dropped;
            ++m_owed;
        } else if (auto exposed = m_studio->accumulate(session, stage, alpha); !exposed) {
            m_news = News{exposed.problem().text, true};
            end(session);
            return;
        } else {
            m_provenance.note(session, momentShown(session.simulation().stepCount(), alpha),
                              m_studio->pose(stage));
            resolve(session, stage);
        }
    }
    if (m_wanted && m_taken >= *m_wanted) {
        end(session);
    }
}

std::optional<CaptureDesk::News> CaptureDesk::news(double now) {
    if (m_state != State::idle) {
        measure(now);
        if (m_writer->status().isDone) {
            return ending();
        }
    }
    return std::exchange(m_news, std::nullopt);
}

CaptureDesk::News CaptureDesk::ending() {
    const FilmWriter::Status status = m_writer->status();
    m_written = status.written;
    m_writer.reset();
    m_studio.reset();
    m_schedule.reset();
    m_ready.reset();
    m_state = State::idle;
    if (status.problem) {
        return {status.problem->text, true};
    }
    m_file = status.path;
    const bool isWhole = m_repeated == 0 && m_dropped == 0;
    return {isWhole ? fmt::format("Saved {}", m_file.string())
                    : fmt::format("Saved {}\n{} frames, {} of them repeated, {} dropped", m_file.string(),
                                  status.written, m_repeated, m_dropped),
            false};
}

std::optional<CaptureDesk::News> CaptureDesk::leave(const Session& session) {
    stop(session);
    if (m_state != State::finishing) {
        return std::nullopt;
    }
    // ending() reports the result.
    [[maybe_unused]] const Outcome ended = awaitFilm(*m_writer);
    News last = ending();
    if (!last.isProblem) {
        last.text = "wrote " + m_file.string();
    }
    return last;
}

void CaptureDesk::measure(double now) {
    if (now < m_measureDue) {
        return;
    }
    m_measureDue = now + kMeasureInterval;
    m_bytes = bytesOf(m_file);
    if (const auto part = m_writer->status().finished) {
        if (!m_finishing) {
            m_finishing = now;
        } else if (*part > 0.0) {
            m_secondsLeft = (now - *m_finishing) * (1.0 - *part) / *part;
        }
        return;
    }
    if (!isRecording() || !m_wanted) {
        return;
    }
    if (!m_measured) {
        m_measured = now;
    } else if (m_taken > 0) {
        m_secondsLeft =
            (now - *m_measured) * static_cast<double>(*m_wanted - m_taken) / static_cast<double>(m_taken);
    }
}

}  // namespace shoal
