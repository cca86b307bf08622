#pragma once

#include <functional>
#include <optional>
#include <utility>

#include <shoal/simulation.hpp>

#include "app/figures/live_figures.hpp"
#include "app/playback/replay.hpp"
#include "app/playback/session.hpp"
#include "app/recording/capture_desk.hpp"
#include "app/stage/stage.hpp"

namespace shoal {

/// Decides which steps each frame of the viewer runs, and which moment between two steps it shows.
class Player {
public:
    enum class Mode {
        live,     ///< the steps that are due in real time
        replay,   ///< those of a take, up to where the user scrubs
        capture,  ///< those that the next frames of an exact capture show, live or along a take
    };

    /// All three must outlive the player.
    Player(Session& session, CaptureDesk& captures, LiveFigures& figures);

    Mode mode() const;

    /// Begins with what the session has just loaded, or begun to play.
    void begin();

    /// Does this before each step that is not a take's, in the gap after the one before it.
    void beforeSteps(std::function<void()> work) { m_beforeStep = std::move(work); }

    /// Does this after each such step, before the camera moves.
    void afterSteps(std::function<void()> work) { m_afterStep = std::move(work); }

    /// Drops the time owed, as after a restart of the flock.
    void restart() { m_clock.restart(); }

    /// Runs the steps of one frame and moves the stage with them. Returns where the flock first deviated from
    /// its take, if it did now.
    std::optional<Problem> run(Stage& stage);

    /// What the frame shows: 0 the state one step ago .. 1 the state now.
    float alpha() const { return m_alpha; }
    Moment moment() const;

    StepClock& clock() { return m_clock; }
    const StepClock& clock() const { return m_clock; }
    Replay& replay() { return m_replay; }

    TimelineInput timeline() const { return m_replay.timeline(m_session, m_alpha, m_clock.isPaused()); }

private:
    void runLive(Stage& stage);
    void runTake(Stage& stage);
    void runCapture(Stage& stage);
    void stepOnce(Stage& stage);
    void applyTakeCamera(Stage& stage) const;

    Session& m_session;
    CaptureDesk& m_captures;
    LiveFigures& m_figures;
    StepClock m_clock;
    Replay m_replay;
    std::function<void()> m_beforeStep;
    std::function<void()> m_afterStep;
    float m_alpha = 1.0f;
};

}  // namespace shoal
