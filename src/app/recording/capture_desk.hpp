#pragma once

#include <filesystem>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <shoal/result.hpp>

#include "app/files/media_folders.hpp"
#include "app/files/paths.hpp"
#include "app/playback/session.hpp"
#include "app/recording/capture_job.hpp"
#include "app/stage/stage.hpp"
#include "ui/panel/capture_panel.hpp"

namespace shoal {

/// Captures the viewer's scene while the viewer runs: keeps the panel's settings, runs one job at a time and
/// reports on it. An exact capture steps the flock itself; a real-time capture only observes it.
class CaptureDesk {
public:
    /// The settings of the last capture are read from the file `memory` and kept there; nowhere if it is
    /// empty.
    CaptureDesk(const UserPaths& paths, std::filesystem::path memory);

    void togglePanel() { m_isPanelOpen = !m_isPanelOpen; }
    bool isPanelOpen() const { return m_isPanelOpen; }
    CapturePanelInput panelInput() const;
    const CaptureSettings& settings() const { return m_settings; }
    void set(const CaptureSettings& settings) { m_settings = settings; }

    /// The subject of a capture. `timeScale`: simulated seconds per second of film, in an exact capture.
    struct Subject {
        const Session& session;
        Stage& stage;
        int width = 1;  ///< [px] of the window
        int height = 1;
        std::string name;  ///< the first part of the file's name
        double timeScale = 1.0;
    };

    /// Begins a capture; the current state is its first frame. An OpenGL context must be current, as for
    /// everything that draws. The session and the stage must outlive the capture.
    Outcome start(const Subject& subject);

    /// Accepts no further frames. The file is completed in the background while the viewer continues.
    void stop();

    /// Whether the capture alone steps the flock and moves the camera now.
    bool movesFlock() const { return isRecording() && m_running.pace == CaptureSettings::Pace::exact; }

    /// The picture that an exact capture composes for; empty if the viewer moves the camera.
    std::optional<PictureFrame> frame() const;

    /// Returns the steps to run before the next exposure of an exact capture; empty if none can be drawn now.
    /// `isOver`: the take has ended. `isPaused`: draw no frame that needs a step.
    std::optional<FrameSchedule::Due> next(bool isOver, bool isPaused);

    /// Draws the exposure from next(), after its steps.
    void expose(float alpha);

    /// Draws the frame for this moment if one is due.
    void captureLive(float alpha, double now);

    /// News for the user since the last call, if any; returned once. Call once a frame.
    struct News {
        std::string text;
        bool isProblem = false;
    };
    std::optional<News> news(double now);

    /// Completes the current capture, waiting as long as necessary, and returns its result.
    /// `hasLostGraphics`: the driver was reset; drops the frames still on the graphics card.
    std::optional<News> leave(bool hasLostGraphics);

private:
    using State = CaptureProgress::State;

    bool isRecording() const { return m_state == State::recording; }
    const std::filesystem::path& folder(const CaptureSettings& settings) const;
    Result<CaptureOrder> orderFor(const Subject& subject) const;
    void stopIfOver(const Outcome& drawn);
    News ending();
    void measure(double now);
    void measureBytes();

    std::filesystem::path m_memory;
    MediaFolders m_folders;      ///< folders for captures
    CaptureSettings m_settings;  ///< as the panel shows them
    bool m_isPanelOpen = false;

    State m_state = State::idle;
    CaptureSettings m_running;          ///< settings of the running capture
    std::unique_ptr<CaptureJob> m_job;  ///< the running or last one
    std::optional<double> m_measured;  ///< [s] time of the first measurement of progress in the current state
    double m_measureDue = 0.0;
    unsigned long long m_bytes = 0;
    std::future<std::pair<std::filesystem::path, unsigned long long>> m_measuring;  ///< bytes of a capture
    std::optional<double> m_secondsLeft;
    std::optional<News> m_news;
};

}  // namespace shoal
