#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include <shoal/result.hpp>

#include "app/capture_studio.hpp"
#include "app/footage.hpp"
#include "app/media_folders.hpp"
#include "app/paths.hpp"
#include "app/session.hpp"
#include "app/stage.hpp"
#include "capture/film_writer.hpp"
#include "capture/recorder.hpp"
#include "capture/take.hpp"
#include "ui/capture_panel.hpp"

namespace shoal {

/// Captures what the viewer shows, while it shows it: keeps the panel's settings, decides which moments
/// become pictures, and hands those to a writer. An exact capture moves the flock itself, one in real time
/// watches it.
class CaptureDesk {
public:
    explicit CaptureDesk(const UserPaths& paths);

    void togglePanel() { m_isPanelOpen = !m_isPanelOpen; }
    bool isPanelOpen() const { return m_isPanelOpen; }
    CapturePanelInput panelInput() const;
    const CaptureSettings& settings() const { return m_settings; }
    void set(const CaptureSettings& settings) { m_settings = settings; }

    /// Begins a capture, with the state at hand as its first picture. An OpenGL context must be current, as
    /// in all that draws. `timeScale`: simulated seconds for each second of film, where it is exact.
    struct Scenery {
        int width = 1;  ///< [px] of the window
        int height = 1;
        std::string name;  ///< what the file is called after
        double timeScale = 1.0;
    };
    Outcome start(const Scenery& scenery);

    /// No more pictures: what there is becomes the file, while the viewer goes on.
    void stop(const Session& session);

    bool isRecording() const { return m_state == State::recording; }

    /// Whether it alone steps the flock and moves the camera now.
    bool movesFlock() const { return isRecording() && !isLive(); }

    /// What an exact capture moves.
    struct Hands {
        std::function<void()> step;            ///< the flock, by one step
        std::function<void(float alpha)> aim;  ///< the camera, at what it is to look at
        std::function<bool()> isOver;          ///< whether there is nothing more to show: a take has ended
        bool isPaused = false;                 ///< the film waits, but for a picture of the state at hand
        std::function<double()> now;           ///< [s] of a monotonic clock
        double mostSeconds = 0.1;              ///< then it returns, as soon as an exposure is done
    };

    /// Steps, draws and hands over as many pictures as the time and the queue allow; how far between the last
    /// two states the newest lies.
    std::optional<float> shootExact(Session& session, Stage& stage, const Hands& hands);

    /// Draws the picture for this moment, where one is due.
    void shootLive(const Session& session, Stage& stage, float alpha, double now);

    /// What the user should be told, if anything has happened since the last call; once a frame.
    struct News {
        std::string text;
        bool isProblem = false;
    };
    std::optional<News> news(double now);

    /// Completes what is being captured, however long that takes; says how it ended.
    std::optional<News> leave(const Session& session);

private:
    enum class State { idle, recording, finishing };

    bool isLive() const { return m_running.pace == CaptureSettings::Pace::live; }
    std::filesystem::path target(const std::string& name) const;
    Outcome open(const Scenery& scenery);
    bool handOver(bool waits);
    void develop(const Session& session, Stage& stage);
    void end(const Session& session);
    News ending();
    void measure(double now);

    UserPaths m_paths;
    MediaFolders m_folders;      ///< where captures go
    CaptureSettings m_settings;  ///< as the panel shows them
    bool m_isPanelOpen = false;

    State m_state = State::idle;
    CaptureSettings m_running;  ///< those of the capture under way
    FrameRate m_rate;
    double m_stepsPerPicture = 1.0;
    std::filesystem::path m_file;
    std::unique_ptr<CaptureStudio> m_studio;
    std::unique_ptr<FilmWriter> m_writer;
    std::optional<Recorder> m_recorder;
    std::optional<FilmWriter::Frame> m_ready;  ///< finished, and waits for room
    double m_cameraSeconds = 0.0;              ///< [s] of film that the camera is at
    int m_exposed = 0;                         ///< of the picture at hand
    std::optional<long long> m_wanted;         ///< pictures, where it stops by itself
    long long m_taken = 0;                     ///< places of the film that are spoken for
    long long m_owed = 0;                      ///< of these, to be filled by the picture before
    long long m_written = 0;                   ///< by the last capture
    long long m_repeated = 0;
    long long m_dropped = 0;
    Footage m_footage;
    std::optional<double> m_start;      ///< [s] of the clock: of a live capture's first picture
    std::optional<double> m_measured;   ///< [s] of the clock: when this was first looked at
    std::optional<double> m_finishing;  ///< [s] of the clock: when the file was first seen being completed
    double m_measureDue = 0.0;
    unsigned long long m_bytes = 0;
    std::optional<double> m_secondsLeft;
    std::optional<News> m_news;
};

}  // namespace shoal
