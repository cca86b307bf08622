#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <shoal/simulation.hpp>

#include "app/checkpoints.hpp"
#include "app/take_starts.hpp"
#include "capture/take.hpp"
#include "capture/take_log.hpp"
#include "render/swimmers.hpp"

namespace shoal {

/// Whether an edit of this key can move a boid. The others change the camera and the light.
bool movesFlock(std::string_view key);

/// A scene being watched: the simulation, what pictures know of its bodies, and edits waiting for the gap
/// between two steps. It is live, and notes all that is played; or it plays a take.
class Session {
public:
    /// Scene and options are such that Simulation::create takes them; whoever reads a scene has checked it.
    Session(Scene scene, const SimulationOptions& options);

    /// The one place that steps the simulation and the bodies: neither ever without the other. While a take
    /// is played its edits are made too.
    void stepOnce();

    /// Remembers an edit until `applyQueued`.
    void queue(const Edit& edit) { m_queued.push_back(edit); }

    /// Applies what is queued, in its order; the problems of those that were refused. An edit that moves the
    /// flock ends the take being played: from there on it is live.
    std::vector<Problem> applyQueued();

    /// Back to step 0, tunables as they are; live.
    void restart(std::uint64_t seed);

    /// The scene was saved as `saved`: that is what it is compared with and called from now on.
    void adoptSaved(Scene saved);

    /// Another scene that passes its check, at step 0, live; "as loaded" refers to it from now on.
    void load(Scene scene);

    /// A take, at its first step.
    void play(Take take);

    /// The take being played, or null: all is live.
    const Take* playing() const { return m_take ? &*m_take : nullptr; }

    /// Where the flock first was not as the take has it.
    const std::optional<Problem>& deviation() const { return m_deviation; }

    /// Ends the take here; what follows is live.
    void goLive();

    /// Towards a step of the take, by the nearest way that needs no step: steps are left to `stepOnce`.
    void jumpTowards(std::uint64_t step);

    /// Where a picture of this moment is taken from; noted while all is live.
    void noteCamera(const Moment& moment, const CameraPose& pose);

    /// What led from one moment, or from before, to another, whether live or a take, with no camera yet: what
    /// a capture keeps. It begins with a snapshot where replaying it from its first step would take long.
    Take playedUpTo(const Moment& from, const Moment& to) const;

    /// What was played, live or as a take, from one moment to another, seen as it was.
    Take played(const Moment& from, const Moment& to) const;

    /// For the journal of a take, which is written block by block: see TakeLog::news.
    void followPlay(std::uint64_t step) { m_log.follow(step); }
    bool hasNews() const { return m_log.hasNews(m_simulation.stepCount()); }
    Take news() { return m_log.news({m_simulation.stepCount(), 1.0f}); }

    /// Keeps the state as a place where takes may begin, if it is time for another one; between steps, while
    /// all is live.
    void keepStart();

    /// The same at once; not where an edit was made since the last step, which would be made again.
    void keepStartNow();

    /// The step that a take begins with which is to show at least the time from this step on: earlier by
    /// seconds, so that nothing is replayed before it is shown.
    std::uint64_t startBefore(std::uint64_t step) const;

    /// Lets go of what takes from this step on do not need.
    void forgetStartsBefore(std::uint64_t step) { m_starts.forgetBefore(step); }

    void forgetCameraBefore(const Moment& moment) { m_log.forgetCameraBefore(moment); }

    const Simulation& simulation() const { return m_simulation; }
    std::span<const Swimmers> swimmers() const { return m_swimmers; }

    /// The scene as it was loaded or last saved, to compare with. Its name, title and watch are those of the
    /// preset at hand.
    const Scene& loaded() const { return m_loaded; }

    /// Changes whenever the scene or the loaded one does.
    std::uint64_t revision() const { return m_revision; }

    /// Changes whenever it begins anew at step 0: what was before is of another flock.
    std::uint64_t beginning() const { return m_beginning; }

    /// Changes whenever boids have moved or are others, so that a picture needs them anew.
    std::uint64_t stateRevision() const { return m_stateRevision; }

private:
    TakeLog logUpTo(const Moment& to) const;
    Take begunLate(Take take, std::uint64_t quick) const;
    void begin();
    void restartSwimmers();
    void makeTakesEdits();

    Scene m_loaded;
    Simulation m_simulation;
    std::vector<Swimmers> m_swimmers;
    std::vector<Edit> m_queued;
    TakeLog m_log;
    std::optional<Take> m_take;
    std::vector<Edit> m_overTake;  ///< made while it is played: to the light and the camera alone
    std::optional<Problem> m_deviation;
    Checkpoints m_checkpoints;
    TakeStarts m_starts;
    std::uint64_t m_beginning = 0;
    std::uint64_t m_revision = 1;
    std::uint64_t m_stateRevision = 1;
};

}  // namespace shoal
