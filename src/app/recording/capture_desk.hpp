#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include <shoal/result.hpp>

#include "app/files/media_folders.hpp"
#include "app/files/paths.hpp"
#include "app/playback/session.hpp"
#include "app/recording/capture_studio.hpp"
#include "app/recording/provenance.hpp"
#include "app/viewer/stage.hpp"
#include "capture/film/film_writer.hpp"
#include "capture/film/frame_schedule.hpp"
#include "capture/take/take.hpp"
#include "ui/panel/capture_panel.hpp"

namespace shoal {

/// Captures the viewer's scene while the viewer runs: keeps the panel's settings, decides which moments
/// become frames, and passes the frames to a writer. An exact capture steps the flock itself; a real-time
/// capture only observes it.
class CaptureDesk {
public:
    explicit CaptureDesk(const UserPaths& paths);

    void togglePanel() { m_isPanelOpen = !m_isPanelOpen; }
    bool isPanelOpen() const { return m_isPanelOpen; }
    CapturePanelInput panelInput() const;
    const CaptureSettings& settings() const { return m_settings; }
    void set(const CaptureSettings& settings) { m_settings = settings; }

    /// Begins a capture; the current state is its first frame. An OpenGL context must be current, as for
    /// everything that draws. `timeScale`: simulated seconds per second of film, in an exact capture.
    struct StartOptions {
        int width = 1;  ///< [px] of the window
        int height = 1;
        std::string name;  ///< the first part of the file's name
        double timeScale = 1.0;
    };
    Outcome start(const StartOptions& scenery);

    /// Takes no further frames. The file is completed in the background while the viewer goes on.
    void stop(const Session& session);

    bool isRecording() const { return m_state == State::recording; }

    /// Whether the capture alone steps the flock and moves the camera now.
    bool movesFlock() const { return isRecording() && !isLive(); }

    /// How an exact capture drives the viewer, and its limits.
    struct ViewerControls {
        std::function<void()> step;            ///< advances the flock by one step
        std::function<void(float alpha)> aim;  ///< aims the camera
        std::function<bool()> isOver;          ///< whether nothing is left to show: a take has ended
        bool isPaused = false;                 ///< film paused: takes no frame that needs a step
        std::function<double()> now;           ///< [s] of a monotonic clock
        double maxSeconds = 0.1;               ///< time limit [s], checked after each exposure
    };

    /// Steps, draws and hands over as many frames as the time limit and the queue allow. Returns where the
    /// newest exposure lies between the last two states.
    std::optional<float> captureExact(Session& session, Stage& stage, const ViewerControls& hands);

    /// Draws the frame for this moment if one is due.
    void captureLive(const Session& session, Stage& stage, float alpha, double now);

    /// News for the user since the last call, if any. Call once a frame.
    struct News {
        std::string text;
        bool isProblem = false;
    };
    std::optional<News> news(double now);

    /// Completes the current capture, however long that takes. Returns how it ended.
    std::optional<News> leave(const Session& session);

private:
    enum class State { idle, recording, finishing };

    bool isLive() const { return m_running.pace == CaptureSettings::Pace::live; }
    std::filesystem::path target(const std::string& name) const;
    Outcome open(const StartOptions& scenery);
    bool handOver(bool waits);
    void resolve(const Session& session, Stage& stage);
    void end(const Session& session);
    News ending();
    void measure(double now);

    UserPaths m_paths;
    MediaFolders m_folders;      ///< where captures go
    CaptureSettings m_settings;  ///< as the panel shows them
    bool m_isPanelOpen = false;

    State m_state = State::idle;
    CaptureSettings m_running;  ///< settings of the running capture
    FrameRate m_rate;
    double m_stepsPerFrame = 1.0;
    std::filesystem::path m_file;
    std::unique_ptr<CaptureStudio> m_studio;
    std::unique_ptr<FilmWriter> m_writer;
    std::optional<FrameSchedule> m_schedule;
    std::optional<FilmWriter::Frame> m_ready;  ///< finished frame that waits for space in the queue
    double m_cameraSeconds = 0.0;              ///< [s] film time of the camera
    int m_accumulated = 0;                     ///< exposures of the current frame so far
    std::optional<long long> m_wanted;         ///< frames after which it stops; empty if endless
    long long m_taken = 0;                     ///< frames accounted for: taken or owed
    long long m_owed = 0;                      ///< repeats of the last frame still to be written
    long long m_written = 0;                   ///< frames of the last capture
    long long m_repeated = 0;
    long long m_dropped = 0;
    Provenance m_provenance;
    std::optional<double> m_start;      ///< [s] time of a live capture's first frame
    std::optional<double> m_measured;   ///< [s] time of the first progress measurement
    std::optional<double> m_finishing;  ///< [s] when the file was first found being completed
    double m_measureDue = 0.0;
    unsigned long long m_bytes = 0;
    std::optional<double> m_secondsLeft;
    std::optional<News> m_news;
};

}  // namespace shoal
