#include "app/recording/capture_job.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <utility>

#include "app/terminal/progress.hpp"
#include "capture/film/file_format.hpp"
#include "capture/record/capture_path.hpp"

namespace shoal {

namespace {

constexpr std::size_t kQueueBytes = 256u << 20u;  // limit for frames waiting to be written
constexpr std::size_t kMinWaiting = 2;
constexpr std::size_t kMaxWaiting = 16;
constexpr std::chrono::milliseconds kLookInterval{100};

/// Returns the number of frames that may wait for the writer.
std::size_t capacityFor(const FrameFormat& format) {
    const std::size_t bytes =
        std::size_t{4} * static_cast<std::size_t>(format.width) * static_cast<std::size_t>(format.height);
    return std::clamp(kQueueBytes / bytes, kMinWaiting, kMaxWaiting);
}

}  // namespace

Result<std::unique_ptr<CaptureJob>> CaptureJob::open(const CaptureOrder& order, const Session& session,
                                                     Stage& stage, int stepsPerSecond) {
    auto studio = FrameStudio::create(order);
    if (!studio) {
        return studio.problem();
    }
    auto sink = openFreeFrameSink(order.output, order.format);
    if (!sink) {
        return sink.problem();
    }
    const FrameSchedule schedule(order.format.rate, order.shutter, stepsPerSecond);
    return std::unique_ptr<CaptureJob>(
        new CaptureJob(order, session, stage, schedule, std::move(*studio), std::move(*sink)));
}

CaptureJob::CaptureJob(const CaptureOrder& order, const Session& session, Stage& stage,
                       FrameSchedule schedule, std::unique_ptr<FrameStudio> studio,
                       std::unique_ptr<FrameSink> sink)
    : m_session(session),
      m_stage(stage),
      m_format(order.format),
      m_isFilm(hasOutput(order.output, FileFormat::Output::film)),
      m_schedule(schedule),
      m_path(sink->path()),
      m_remark(sink->remark()),
      m_first(sink->firstFrame()),
      m_studio(std::move(studio)),
      m_writer(std::move(sink), capacityFor(order.format)) {}

std::filesystem::path CaptureJob::path() const {
    const std::filesystem::path finished = status().path;
    return finished.empty() ? m_path : finished;
}

Outcome CaptureJob::expose(const FrameStudio::Exposure& exposure) {
    m_exposures.push_back({momentShown(m_session.simulation().stepCount(), exposure.alpha), exposure.pose});
    return m_frames < m_first ? Done{} : m_studio->accumulate(m_session, m_stage, exposure);
}

void CaptureJob::resolve() {
    m_provenance.note(m_session, m_exposures);
    m_exposures.clear();
    if (m_frames++ < m_first) {
        return;
    }
    FilmWriter::Frame frame{
        .image = {},
        .scene = m_isFilm ? m_provenance.interimText(m_session, stepsPerFrame(), m_format.rate.perSecond())
                          : m_provenance.frameText(m_session)};
    m_studio->resolve(m_session, m_stage, std::move(frame));
}

Outcome CaptureJob::handOverAll() {
    while (auto frame = m_studio->wait()) {
        if (auto pushed = m_writer.push(std::move(*frame)); !pushed) {
            return pushed;
        }
    }
    if (m_studio->underWay() > 0) {
        return Problem{"the graphics driver lost the picture; it was probably reset"};
    }
    return Done{};
}

void CaptureJob::finish() {
    m_writer.finish(m_provenance.filmText(m_session, stepsPerFrame()));
    m_studio.reset();
}

Outcome CaptureJob::await() {
    std::optional<Progress> progress;
    while (!m_writer.waitFor(kLookInterval)) {
        const FilmWriter::Status status = m_writer.status();
        if (!status.finished) {
            continue;
        }
        if (!progress) {
            progress.emplace("frames finished", static_cast<std::uint64_t>(status.written));
        }
        progress->update(static_cast<std::uint64_t>(*status.finished * static_cast<double>(status.written)));
    }
    return m_writer.wait();
}

}  // namespace shoal
