#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "capture/format/frame_schedule.hpp"
#include "commands/cli/options.hpp"
#include "play/session/session.hpp"
#include "terminal/ending.hpp"
#include "terminal/interruption.hpp"
#include "terminal/progress.hpp"
#include "viewer/recorder/film_camera.hpp"
#include "viewer/recorder/recorder.hpp"
#include "viewer/script/film_script.hpp"
#include "viewer/stage/stage.hpp"

namespace shoal {

/// The shots of a film, and how many frames each has, those of its dissolve included.
struct ShotList {
    std::vector<Shot> shots;        ///< the first has a document
    std::vector<long long> frames;  ///< as many
    std::string name;               ///< of the preset, take or script, for messages
    long long first = 0;            ///< of the film's frames, the first to draw …
    std::optional<long long> end;   ///< … and the one after the last; empty for all

    bool holds(long long frame) const { return frame >= first && (!end || frame < *end); }
    /// Number of frames of the film: two shots share those of a dissolve.
    long long count(const FrameRate& rate) const;
};

/// Creates the session of a shot that has a document.
std::unique_ptr<Session> sessionOf(const Shot& shot, const SimulationOptions& options);

/// Records a film shot by shot, from its first step to its last frame.
class Filming {
public:
    /// `session` is that of the first shot.
    Filming(const ShotList& list, std::unique_ptr<Session> session, Stage& stage, Recorder& recorder,
            const RenderOptions& options, Interruption& interruption);

    Ending run();

private:
    using Stop = std::optional<Ending>;  ///< empty: the film goes on

    const Shot& shot() const { return m_list.shots[m_shot]; }
    const FrameRate& rate() const { return m_recorder.film().rate; }
    bool isStopped() const { return m_interruption.status().has_value(); }

    Stop film(std::size_t shot);
    Stop begin();
    Stop prepare();
    Stop await(const Wait& wait);
    Stop warmUp(std::uint64_t steps);
    Stop drawFrame();
    bool isWanted() const;
    long long keptFrames() const;
    Stop expose(const FrameSchedule::Due& due);
    Stop stepOnce();
    Stop applySettings(double seconds);
    Stop turnCamera(double seconds);
    FrameSchedule schedule() const;
    OnPicture content(double seconds) const;
    Recorder::Passage passage() const;
    std::optional<MovedSetting> movedSetting(double seconds) const;
    Ending brokenOff(const Ending& why);
    Ending finish(const std::optional<ExitStatus>& stopped);
    float stillAlpha() const;

    const ShotList& m_list;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<Session> m_before;  ///< the recorder's, until the shot's first frame
    Stage& m_stage;
    Recorder& m_recorder;
    const RenderOptions& m_options;
    Interruption& m_interruption;
    std::optional<Progress> m_progress;
    long long m_filmFrame = 0;  ///< of the film, as if all were drawn

    // Of the present shot.
    std::size_t m_shot = 0;
    long long m_frame = 0;
    bool m_hasBegun = false;                       ///< not before the warm-up is over
    double m_start = 0.0;                          ///< [steps] the moment of its first frame
    std::vector<std::optional<double>> m_applied;  ///< the last value of each setting
    std::size_t m_nextView = 0;
    std::optional<FilmCamera> m_camera;
    double m_cameraFrom = 0.0;  ///< [s] of the film, when the camera began
    double m_shotFrom = 0.0;    ///< [s] of the film, dissolves counted twice
    std::optional<float> m_firstAlpha;
};

}  // namespace shoal
