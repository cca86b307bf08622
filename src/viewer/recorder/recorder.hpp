#pragma once

#include <algorithm>
#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <shoal/result.hpp>

#include "capture/film/film_writer.hpp"
#include "capture/format/frame_schedule.hpp"
#include "play/session/session.hpp"
#include "render/picture/tiled_renderer.hpp"
#include "viewer/recorder/overlay.hpp"
#include "viewer/recorder/provenance.hpp"
#include "viewer/stage/stage.hpp"

struct ImGuiContext;

namespace shoal {

/// Records a film, or a picture, of a session from its first exposure to its finished file:
///     until isComplete():
///         for each of exposures(): run its steps, aim the camera, expose()
///         resolve()
///     finish(), await()
/// Frames are drawn offscreen at their own size, with only the panel or caption that the film wants, and a
/// legend if the bodies' colours have a meaning. A thread writes them.
class Recorder {
public:
    /// Opens the output under a free name. An OpenGL context must be current, always the same one; ImGui's
    /// current context stays unchanged. `session` and `stage` must outlive the recorder.
    static Result<std::unique_ptr<Recorder>> open(const std::filesystem::path& output,
                                                  const Recording& recording, const Session& session,
                                                  Stage& stage, int stepsPerSecond,
                                                  int maxTile = TiledRenderer::kMaxTile);
    /// Number of frames that a loop needs besides its own, to fade into its beginning; 0 for another film.
    static long long fadedFrames(const Film& film);
    static constexpr double kFadeSeconds = 0.8;  ///< at most, of film

    /// Draws one picture of the state shown, without a file.
    static Result<Image> picture(const Film& film, const Instant& shown, Stage& stage, float alpha,
                                 const CameraPose& pose);

    ~Recorder();
    Recorder(const Recorder&) = delete;
    Recorder& operator=(const Recorder&) = delete;

    /// Fraction of the picture's width that the film's panel covers on the left, 0 .. 1.
    float covered() const { return m_overlay ? m_overlay->covered() : 0.0f; }

    /// Returns the exposures of the next frame: the steps to run before each, and its moment.
    std::vector<FrameSchedule::Due> exposures();

    /// Adds an exposure of the session's current state, except to a frame that an earlier run has drawn.
    /// `alpha`: 0 .. 1, between the last two states. `isStopped` is polled between tiles; a stopped frame
    /// must not be resolved.
    Outcome expose(float alpha, const CameraPose& pose, const std::function<bool()>& isStopped = {});

    /// Finishes the frame and passes it to the writer, as soon as there is space in its queue. The problem is
    /// a write error, or the loss of the graphics driver.
    Outcome resolve();

    /// Accepts no further frames; the file is then completed in the background. A film that lacks frames
    /// stays in its partial file.
    void finish();

    /// Shows progress until the file is complete.
    Outcome await();

    const Film& film() const { return m_film; }
    FilmWriter::Status status() const { return m_writer->status(); }

    /// Path of the file; final only once the file is finished.
    std::filesystem::path path() const;

    /// A remark for the user on the recording; usually empty.
    const std::string& remark() const { return m_remark; }

    /// Number of frames resolved, or drawn by an earlier run.
    long long frames() const { return m_frames; }
    long long firstFrame() const { return m_first; }
    /// Number of frames in the file.
    long long writtenFrames() const { return std::max(m_first, std::min(m_frames - m_faded, m_film.frames)); }
    bool isComplete() const { return m_frames >= frameCount(); }
    /// Number of frames to draw: a loop fades from further ones into its first.
    long long frameCount() const { return m_film.frames + m_faded; }

private:
    Recorder(const Film& film, Stage& stage, FrameSchedule schedule, TiledRenderer tiledRenderer);

    Instant shown() const { return m_session != nullptr ? m_session->instant() : *m_shown; }

    double stepsPerFrame() const { return m_film.rate.frameSeconds() * m_schedule.stepsPerSecond(); }
    /// Whether an earlier run has drawn this frame. The first ones of a loop are in no file.
    bool isDrawn(long long frame) const { return frame >= m_faded && frame - m_faded < m_first; }
    Result<Image> compose();
    std::optional<Image> looped(Image image);
    Outcome createOverlay();
    void dropOverlay();

    const Session* m_session = nullptr;
    std::optional<Instant> m_shown;  ///< of a picture without a file, in place of a session
    Stage& m_stage;
    Film m_film;
    bool m_isFilm = false;  ///< not pictures
    FrameSchedule m_schedule;
    std::filesystem::path m_path;
    std::string m_remark;
    long long m_first = 0;
    std::optional<TiledRenderer> m_tiledRenderer;  ///< until finish()
    std::unique_ptr<Overlay> m_overlay;
    ImGuiContext* m_overlayContext = nullptr;  ///< its own, not the viewer's
    std::optional<FilmWriter> m_writer;        ///< empty for a picture without a file
    Provenance m_provenance;
    std::vector<Provenance::Exposure> m_exposures;  ///< of the current frame so far
    long long m_frames = 0;
    long long m_faded = 0;       ///< frames of a loop that fade into its first ones
    std::vector<Image> m_begin;  ///< those first ones, until then
};

}  // namespace shoal
