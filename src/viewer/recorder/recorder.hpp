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
#include "play/session/session.hpp"
#include "render/picture/tiled_renderer.hpp"
#include "viewer/recorder/overlay.hpp"
#include "viewer/recorder/provenance.hpp"
#include "viewer/stage/stage.hpp"

struct ImGuiContext;

namespace shoal {

/// Records a film, or a picture, of a session from its first exposure to its finished file:
///     until isComplete():
///         for each exposure of the frame: run its steps, aim the camera, expose()
///         resolve()
///     finish(), await()
/// Frames are drawn offscreen at their own size, with only what the film wants over them, and a legend if the
/// bodies' colours have a meaning. A thread writes them.
class Recorder {
public:
    /// How the frames to come pass into the film.
    struct Passage {
        bool isKept = false;  ///< kept out of the film, until a later frame is mixed with it
        double share = 1.0;   ///< 0 .. 1 of the frame; the rest is the oldest one kept
        double light = 1.0;   ///< 0 .. 1: at 0 the frame is black
    };

    /// Opens the output under a free name. An OpenGL context must be current, always the same one; ImGui's
    /// current context stays unchanged. `session` and `stage` must outlive the recorder.
    static Result<std::unique_ptr<Recorder>> open(const std::filesystem::path& output,
                                                  const Recording& recording, const Session& session,
                                                  Stage& stage, int maxTile = TiledRenderer::kMaxTile);
    /// Maximum number of frames of a film that may be kept.
    static long long maxKept(const Film& film);
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

    /// The next frames show the flock of this session, each as many steps after the one before. The session
    /// followed so far must live on until the next frame has been resolved.
    void follow(const Session& session, double stepsPerFrame);
    /// Lets the measures that the next frames show know of a moment without a frame.
    void measure(const Session& session);
    /// The next frames have this over their pictures. Fails if it cannot be drawn.
    Outcome show(const OnPicture& content);
    void pass(const Passage& passage) { m_passage = passage; }

    /// Adds an exposure of the session's current state, except to a frame that an earlier run has drawn.
    /// `alpha`: 0 .. 1, between the last two states. `isStopped` is polled between tiles; a stopped frame
    /// must not be resolved.
    Outcome expose(float alpha, const CameraPose& pose, const std::function<bool()>& isStopped = {});

    /// Finishes the frame, and passes the one before to the writer, as soon as there is space in its queue.
    /// The problem is a write error, or the loss of the graphics driver.
    Outcome resolve();

    /// Passes the last frame to the writer and accepts no further ones; the file is then completed in the
    /// background. A film that lacks frames stays in its partial file. await() tells of problems.
    void finish();

    /// Shows progress until the file is complete.
    Outcome await();

    const Film& film() const { return m_film; }
    FilmWriter::Status status() const { return m_writer->status(); }

    /// Path of the file; final only once the file is finished.
    std::filesystem::path path() const;

    /// A remark for the user on the recording; usually empty.
    const std::string& remark() const { return m_remark; }

    /// Number of frames resolved, or drawn by an earlier run; without those kept.
    long long frames() const { return m_frames; }
    long long firstFrame() const { return m_first; }
    /// Number of frames in the file.
    long long writtenFrames() const { return std::max(m_first, std::min(m_frames - m_faded, m_film.frames)); }
    bool isComplete() const { return m_frames >= frameCount(); }
    /// Number of frames to draw: a loop fades from further ones into its first.
    long long frameCount() const { return m_film.frames + m_faded; }

private:
    /// A resolved frame that the writer does not have yet.
    struct Resolved {
        Passage passage;
        long long frame = 0;   ///< its index in the film; those kept have that of the next
        bool isDrawn = false;  ///< by an earlier run; otherwise it is on the card
        std::string scene;     ///< for the writer
    };

    Recorder(const Film& film, Stage& stage, TiledRenderer tiledRenderer);

    Instant shown() const { return m_session != nullptr ? m_session->instant() : *m_shown; }

    /// Whether an earlier run has drawn the next frame. The first ones of a loop, and those kept, are in no
    /// file.
    bool isDrawn() const { return !m_passage.isKept && m_frames >= m_faded && m_frames - m_faded < m_first; }
    Outcome compose();
    Outcome deliver();
    Outcome deliverAll();
    std::optional<Image> passed(Image image, const Passage& passage);
    std::optional<Image> looped(Image image, long long frame);
    Outcome createOverlay();
    void dropOverlay();

    const Session* m_session = nullptr;
    const Session* m_drawn = nullptr;  ///< that of the last frame
    std::optional<Instant> m_shown;    ///< of a picture without a file, in place of a session
    Stage& m_stage;
    Film m_film;
    bool m_isFilm = false;  ///< not pictures
    OnPicture m_content;
    double m_stepsPerFrame = 1.0;
    std::filesystem::path m_path;
    std::string m_remark;
    long long m_first = 0;
    std::optional<TiledRenderer> m_tiledRenderer;  ///< until finish()
    std::unique_ptr<Overlay> m_overlay;
    ImGuiContext* m_overlayContext = nullptr;  ///< its own, not the viewer's
    std::optional<FilmWriter> m_writer;        ///< empty for a picture without a file
    Provenance m_provenance;
    std::vector<Provenance::Exposure> m_exposures;  ///< of the current frame so far
    float m_alpha = 1.0f;                           ///< of its last exposure
    long long m_frames = 0;
    Passage m_passage;
    std::deque<Resolved> m_resolved;  ///< oldest first
    Outcome m_delivered = Done{};     ///< problem with the frames that finish() passed on
    std::deque<Image> m_kept;         ///< oldest first
    long long m_faded = 0;            ///< frames of a loop that fade into its first ones
    std::vector<Image> m_begin;       ///< those first ones, until then
};

}  // namespace shoal
