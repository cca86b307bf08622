#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <shoal/simulation.hpp>

#include "app/play/checkpoints.hpp"
#include "app/play/edit_history.hpp"
#include "app/play/take_starts.hpp"
#include "capture/take/take.hpp"
#include "capture/take/take_log.hpp"
#include "capture/take/take_replay.hpp"
#include "render/camera/watched.hpp"
#include "render/frame/body_animation.hpp"

namespace shoal {

class Workers;

/// A scene being watched: the simulation, its body animation, and edits queued until the gap between two
/// steps. It is either live and logs the play, or plays a take.
class Session {
public:
    /// Requires a scene and options that Simulation::create accepts; scene readers check this.
    Session(Scene scene, const SimulationOptions& options);
    Session(Session&& other) noexcept;
    ~Session();

    /// Steps the simulation and the bodies. No other function steps either, so the two stay together. While a
    /// take is played, it also applies the take's edits.
    void stepOnce();

    /// Queues an edit until `applyQueued`. `shownBefore`: the previous value as the user saw it, if it
    /// differs from the scene's, for example because the camera has moved.
    void queue(const Edit& edit, std::optional<double> shownBefore = {}) {
        m_queued.push_back({edit, shownBefore});
    }

    /// Applies the queued edits in order and returns the problems of refused ones. An edit that moves the
    /// flock ends the take being played; the session is live from there on.
    std::vector<Problem> applyQueued();

    /// Returns the changes made by edits applied since the last call.
    std::vector<Change> takeChanges() { return std::exchange(m_changes, {}); }

    /// Returns to step 0, live, and keeps the tunables as they are.
    void restart(std::uint64_t seed);

    /// Makes this preset the one that `loaded` returns; the running scene takes over its texts.
    void adoptPreset(Scene preset);

    /// Continues live from the current state of another session. Takes of it are not possible: the earlier
    /// play is not logged.
    void continueFrom(const Session& other);

    /// Loads another scene at step 0, live; it must pass its check. `loaded` returns it from now on.
    void load(Scene scene);

    /// Plays a take from its first step.
    void play(Take take);

    /// Returns the take being played; null if live.
    const Take* playing() const { return m_take ? &*m_take : nullptr; }

    /// The first point at which the flock deviated from the take.
    const std::optional<Problem>& deviation() const { return m_deviation; }

    /// Ends the take here; the session is live from now on.
    void goLive();

    /// Jumps to the last checkpoint before a step of the take if that saves steps. `stepOnce` does the rest.
    void jumpTowards(std::uint64_t step);

    /// Logs the camera of a frame at this moment; does nothing while a take is played.
    void noteCamera(const Moment& moment, const CameraPose& pose);

    /// Returns the take that a capture stores: the play up to `to`, live or from a take. It shows the part
    /// from `from` on and has no camera. If a replay from the first step would take long, it begins with a
    /// snapshot.
    Take playedUpTo(const Moment& from, const Moment& to) const;

    /// Returns the play from one moment to another, live or from a take, with its camera.
    Take played(const Moment& from, const Moment& to) const;

    /// For a take's journal, which is written block by block: see TakeLog::news.
    void followPlay(std::uint64_t step) { m_log.follow(step); }
    bool hasNews() const { return m_log.hasNews(m_simulation.stepCount()); }
    Take news() { return m_log.news({m_simulation.stepCount(), 1.0f}); }

    /// Keeps the current state as a possible start of takes if one is due. Call between steps, while live.
    void keepStart();

    /// Keeps the current state as a start at once, unless an edit was made since the last step: a take would
    /// repeat that edit.
    void keepStartNow();

    /// Returns the step of the last start at or before `step`. A take that shows the time from `step` on
    /// should begin there: it then needs no earlier steps.
    std::uint64_t startBefore(std::uint64_t step) const;

    /// Drops starts that no take from this step on needs.
    void forgetStartsBefore(std::uint64_t step) { m_starts.forgetBefore(step); }

    void forgetCameraBefore(const Moment& moment) { m_log.forgetCameraBefore(moment); }

    const Simulation& simulation() const { return m_simulation; }

    /// Steps in one second of real time.
    int stepsPerSecond() const { return m_simulation.scene().time.stepsPerSecond(); }

    /// Real time since step 0 [s].
    double realSeconds() const {
        return m_simulation.scene().time.realSeconds(static_cast<double>(m_simulation.stepCount()));
    }

    std::span<const BodyAnimation> animations() const { return m_animations; }

    /// What animating the bodies took in the last step [s].
    double animationSeconds() const { return m_animationSeconds; }

    /// As a camera sees it.
    operator Watched() const { return {m_simulation, m_animations}; }

    /// The scene as loaded or last saved, for comparison. The running scene has the same name, texts and
    /// source marks.
    const Scene& loaded() const { return m_loaded; }

    /// Changes whenever the scene or the loaded scene changes.
    std::uint64_t revision() const { return m_revision; }

    /// Changes whenever the session begins again at step 0: earlier moments belong to another flock.
    std::uint64_t beginning() const { return m_beginning; }

    /// Changes whenever boids have moved or been replaced, so that the renderer must upload them again.
    std::uint64_t stateRevision() const { return m_stateRevision; }

private:
    struct Queued {
        Edit edit;
        std::optional<double> shownBefore;
    };

    TakeLog logUpTo(const Moment& to) const;
    Take begunLate(Take take, std::uint64_t quick) const;
    void begin();
    void resume(const Checkpoint& checkpoint);
    void restartAnimations();
    void applyTakeEdits();

    Scene m_loaded;
    Simulation m_simulation;
    std::unique_ptr<Workers> m_workers;  ///< animate the bodies
    std::vector<BodyAnimation> m_animations;
    double m_animationSeconds = 0.0;
    std::vector<Queued> m_queued;
    std::vector<Change> m_changes;
    TakeLog m_log;
    std::optional<Take> m_take;
    std::vector<Edit> m_overTake;  ///< edits of the look and camera made while the take plays
    std::optional<Problem> m_deviation;
    Checkpoints m_checkpoints;
    TakeStarts m_starts;
    std::uint64_t m_beginning = 0;
    std::uint64_t m_revision = 1;
    std::uint64_t m_stateRevision = 1;
};

}  // namespace shoal
