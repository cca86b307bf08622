#pragma once

#include <functional>
#include <optional>
#include <utility>

#include <shoal/simulation.hpp>

#include "app/play/replay.hpp"
#include "app/play/session.hpp"
#include "app/stage/stage.hpp"
#include "app/study/live_figures.hpp"

namespace shoal {

/// Decides which steps each frame of the viewer runs, and which moment between two steps it shows.
class Player {
public:
    /// Both must outlive the player.
    Player(Session& session, LiveFigures& figures);

    /// Call after the session has loaded a scene or begun to play a take.
    void begin();

    /// Calls `work` before each step that is not a take's, in the gap after the previous step.
    void beforeSteps(std::function<void()> work) { m_beforeStep = std::move(work); }

    /// Calls `work` after each such step, before the camera moves.
    void afterSteps(std::function<void()> work) { m_afterStep = std::move(work); }

    /// Drops the time owed, for example after a restart of the flock.
    void restart() { m_clock.restart(); }

    /// Runs the steps of one frame and moves the stage with them. If the flock first deviated from its take
    /// in this frame, returns where.
    std::optional<Problem> run(Stage& stage);

    /// The moment that the frame shows: 0 the state one step ago .. 1 the state now.
    float alpha() const { return m_alpha; }
    Moment moment() const;

    StepClock& clock() { return m_clock; }
    const StepClock& clock() const { return m_clock; }
    Replay& replay() { return m_replay; }

    /// Rewinds a take that has been played to its end and is paused there.
    void startOverAtEnd();

    TimelineInput timeline() const { return m_replay.timeline(m_session, m_alpha, m_clock.isPaused()); }

private:
    void runLive(Stage& stage);
    void runTake(Stage& stage);
    void stepOnce(Stage& stage);
    void applyTakeCamera(Stage& stage) const;

    Session& m_session;
    LiveFigures& m_figures;
    StepClock m_clock;
    Replay m_replay;
    std::function<void()> m_beforeStep;
    std::function<void()> m_afterStep;
    float m_alpha = 1.0f;
};

}  // namespace shoal
