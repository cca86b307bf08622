#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <shoal/simulation.hpp>

#include "capture/take/take.hpp"
#include "capture/take/take_log.hpp"
#include "capture/take/take_replay.hpp"
#include "play/session/checkpoints.hpp"
#include "play/session/instant.hpp"
#include "play/session/take_starts.hpp"

namespace shoal {

/// Where a branch of play ended: a live flock, with its last minutes.
struct BranchEnd {
    std::shared_ptr<const Take> take;  ///< of the last minutes, up to there
    Checkpoint end;
};

/// A scene that runs, and the log of the play. It is either live or plays a take.
class Session {
public:
    /// Longest recent play that `playedLately` can return [s].
    static constexpr int kKeptSeconds = 5 * 60;

    /// Requires a scene and options that Simulation::create accepts; scene readers check this.
    Session(Scene scene, const SimulationOptions& options);
    /// As an edit of the scene `loaded`, whose texts it takes over.
    Session(Scene scene, Scene loaded, const SimulationOptions& options);

    const Simulation& simulation() const { return m_simulation; }
    const Scene& scene() const { return m_simulation.scene(); }

    /// Steps in one second of real time.
    int stepsPerSecond() const { return scene().time.stepsPerSecond(); }

    /// The present step, until the session changes.
    Instant instant() const;

    /// Copies the present step. `to` may hold an earlier one, whose memory is used again.
    void publish(PublishedFlock& to);

    // As those of Instant.
    const Scene& loaded() const { return m_loaded; }
    const Take* playing() const { return m_take.get(); }
    const std::shared_ptr<const Take>& take() const { return m_take; }
    const std::optional<Problem>& deviation() const { return m_deviation; }

    /// Makes a change. One that moves the flock ends the take being played; the flock is live from there on.
    Result<Change> apply(const Edit& edit);

    /// Changes the boids otherwise than by steps and edits. A take cannot repeat that, so only a copy may
    /// have it done.
    void changeState(const std::function<void(SimulationState&)>& change);

    /// Makes the next step, logs it, and applies the take's edits that follow it.
    void stepOnce();

    /// Returns to step 0, live, and keeps the tunables as they are.
    void restart(std::uint64_t seed);

    /// Makes this preset the one that `loaded` returns; the running scene takes over its texts.
    void adoptPreset(Scene preset);

    /// Returns a copy that continues live from here. Takes of it are not possible: the earlier play is not
    /// logged.
    Session copy() const;

    /// Plays a take from its first step.
    void play(Take take) { play(std::make_shared<const Take>(std::move(take))); }
    void play(std::shared_ptr<const Take> take);

    /// Makes the last minutes of live play a take that is played, with the present state as its end, and
    /// returns it.
    std::shared_ptr<const Take> rewind();

    /// Ends the take here; the session is live from now on.
    void goLive();

    /// The end that goLive() has abandoned by going on from an earlier moment, since the last call.
    std::shared_ptr<const BranchEnd> takeAbandoned() { return std::exchange(m_abandoned, nullptr); }
    /// The present moment, while live.
    std::shared_ptr<const BranchEnd> presentEnd() const;
    /// Goes on, live, from there.
    void resume(const BranchEnd& branch);

    /// Jumps to a checkpoint before a step of the take if that saves steps. `stepOnce` does the rest.
    /// The checkpoint is at least poseSteps() earlier, so that bodies come to lean and bend as they should.
    void jumpTowards(std::uint64_t step);
    std::uint64_t poseSteps() const;

    /// Logs the camera of a frame at this moment; does nothing while a take is played. Unless a take is being
    /// recorded, the cameras of longer ago than kKeptSeconds are forgotten.
    void noteCamera(const Moment& moment, const CameraPose& pose);

    /// Returns the take that a capture stores: the play up to `to`, live or from a take. It shows the part
    /// from `from` on and has no camera. If a replay from the first step would take long, it begins with a
    /// snapshot.
    Take playedUpTo(const Moment& from, const Moment& to) const;

    /// Returns the take that shows this recent moment, as `playedUpTo`, with the edits made since: the viewer
    /// shows them at once, in a state from before them.
    Take playedNow(const Moment& moment) const;

    /// Returns the play from one moment to another, live or from a take, with its camera.
    Take played(const Moment& from, const Moment& to) const;

    /// Returns the last minutes of live play up to a moment, with their camera.
    Take playedLately(const Moment& to) const;

    /// Begins to record a take from the present step on, live, and returns its beginning for a journal, which
    /// is written block by block: see TakeLog::news.
    Take beginRecording();
    bool hasNews() const { return m_log.hasNews(simulation().stepCount()); }
    Take news() { return m_log.news({simulation().stepCount(), 1.0f}); }

    /// Returns what has been recorded.
    Take recorded() const;
    void endRecording() { m_recordedFrom.reset(); }

    /// Keeps the current state as a possible start of takes if one is due, and drops starts that no take of
    /// the last minutes needs. Call between steps, while live.
    void keepStart();

    /// Keeps the current state as a start at once, unless an edit was made since the last step: a take would
    /// repeat that edit.
    void keepStartNow();

private:
    void begin();
    void load(Scene scene);
    void resume(const Checkpoint& checkpoint);
    void noteJump();
    void applyTakeEdits();
    TakeLog logUpTo(const Moment& to) const;
    Take begunLate(Take take, std::uint64_t quick) const;
    std::uint64_t leadSteps() const;
    void keepCheckpoint();
    std::uint64_t keptSteps() const;

    Scene m_loaded;
    Simulation m_simulation;
    Trail m_trail;
    std::shared_ptr<const Take> m_take;
    std::optional<Problem> m_deviation;
    std::uint64_t m_beginning = 0;
    std::uint64_t m_revision = 1;
    std::uint64_t m_stateRevision = 1;
    std::shared_ptr<const Scene> m_publishedScene;
    std::uint64_t m_publishedRevision = 0;  ///< of it
    TakeLog m_log;
    std::vector<Edit> m_overTake;  ///< edits of the look and camera made while the take plays
    Checkpoints m_checkpoints;
    TakeStarts m_starts;
    std::optional<std::uint64_t> m_recordedFrom;  ///< [step]
    std::optional<Checkpoint> m_liveEnd;          ///< of the take played, after rewind()
    std::shared_ptr<const BranchEnd> m_abandoned;
    std::uint64_t m_cameraKeptFrom = 0;  ///< [step] the log may have dropped the camera before
};

/// Copies a preset's name, texts and source: everything but its values and the order of its parts.
void copyTexts(const Scene& preset, Scene& scene);

}  // namespace shoal
