#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <shoal/result.hpp>

#include "app/playback/session.hpp"
#include "app/recording/capture_order.hpp"
#include "app/recording/frame_studio.hpp"
#include "app/recording/provenance.hpp"
#include "app/stage/stage.hpp"
#include "capture/film/film_writer.hpp"
#include "capture/film/frame_schedule.hpp"

namespace shoal {

/// One capture, from its first exposure to its finished file. It draws frames, reads them back, records their
/// provenance and passes them to a writer:
///     until isComplete():
///         until isFrameExposed(): run the steps of next(), aim the camera, expose()
///         resolve(), handOverAll()
class CaptureJob {
public:
    /// Opens the output under a free name. An OpenGL context must be current now and whenever the job draws.
    /// Both references must outlive the job.
    static Result<std::unique_ptr<CaptureJob>> open(const CaptureOrder& order, const Session& session,
                                                    Stage& stage, int stepsPerSecond);

    /// Fraction of the picture's width that its panel covers on the left, 0 .. 1.
    float covered() const { return m_studio->covered(); }

    /// Returns the steps to run before the next exposure, and its moment.
    FrameSchedule::Due next() { return m_schedule.next(); }

    /// Adds an exposure of the session's current state, except to a frame that an earlier run has drawn.
    Outcome expose(const FrameStudio::Exposure& exposure);

    bool isFrameExposed() const { return m_exposures.size() == exposuresPerFrame(); }

    /// Finishes the exposed frame and begins to fetch it.
    void resolve();

    /// Passes all frames to the writer and waits for space in the queue. The problem is a write error.
    Outcome handOverAll();

    /// Accepts no further frames. Waits for those still on the graphics card; the file is then completed in
    /// the background.
    void finish();

    /// Shows progress until the file is complete.
    Outcome await();

    const FrameFormat& format() const { return m_format; }
    FilmWriter::Status status() const { return m_writer.status(); }

    /// Path of the file; final only once the file is finished.
    std::filesystem::path path() const;

    /// A remark for the user on the recording; usually empty.
    const std::string& remark() const { return m_remark; }

    /// Number of frames resolved, or drawn by an earlier run.
    long long frames() const { return m_frames; }
    long long firstFrame() const { return m_first; }
    bool isComplete() const { return m_frames >= m_format.frames; }

private:
    CaptureJob(const CaptureOrder& order, const Session& session, Stage& stage, FrameSchedule schedule,
               std::unique_ptr<FrameStudio> studio, std::unique_ptr<FrameSink> sink);

    std::size_t exposuresPerFrame() const { return static_cast<std::size_t>(m_schedule.exposures()); }
    double stepsPerFrame() const { return m_format.rate.frameSeconds() * m_schedule.stepsPerSecond(); }

    const Session& m_session;
    Stage& m_stage;
    FrameFormat m_format;
    bool m_isFilm;
    FrameSchedule m_schedule;
    std::filesystem::path m_path;
    std::string m_remark;
    long long m_first;
    std::unique_ptr<FrameStudio> m_studio;  ///< until finish()
    FilmWriter m_writer;
    Provenance m_provenance;
    std::vector<Provenance::Exposure> m_exposures;  ///< of the current frame so far
    long long m_frames = 0;
};

}  // namespace shoal
