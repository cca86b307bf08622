#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <shoal/simulation.hpp>

#include "play/background/background.hpp"
#include "play/background/study.hpp"
#include "play/mirror.hpp"
#include "play/play_clock.hpp"
#include "play/replay.hpp"
#include "play/stepper.hpp"

namespace shoal {

/// The viewer's flock as its window shows it. The flock steps on a thread of its own, so that a slow step
/// never delays a frame; here are the newest states that are due to be shown, in which the user's changes
/// show at once.
class Player {
public:
    /// Requires a scene and options that Simulation::create accepts. `background` must outlive it.
    Player(Scene scene, const SimulationOptions& options, Background& background);

    /// What has happened to the flock since the last frame.
    struct News {
        bool hasMoved = false;   ///< another step is shown
        bool hasJumped = false;  ///< which does not follow the last: a scrub along a take
        PlayCosts costs;         ///< of the steps since
        std::vector<RuleFault> faults;
        std::vector<Problem> problems;
    };

    /// Takes a state that is not shown, but that the bodies must move through.
    using Rehearse = std::function<void(const PublishedFlock&)>;

    /// Shows the state that is due. Call it at the beginning of a frame; `now` [s] of a monotonic clock.
    News receive(double now, const Rehearse& rehearse = {});

    /// Has what the user did carried out, and the next states computed. Call it where the frame waits anyway.
    void send();

    /// The flock shown, B, and the flock A beside it, null if there is none.
    Instant shown() const { return m_b.instant(); }
    std::optional<Instant> beside() const { return m_a ? std::optional(m_a->instant()) : std::nullopt; }

    /// The moment shown: 0 the state one step ago .. 1 the state of `shown`.
    float alpha() const { return m_clock.alpha(); }
    Moment moment() const { return momentShown(m_b.stepCount(), alpha()); }

    /// Fraction of the wanted speed at which the flock moves, 0 .. 1: less than 1 if steps take too long.
    double speed() const { return m_clock.isPaused() ? 1.0 : m_clock.speed(); }

    /// Whether the bodies have moved past the state shown on their way to a scrub target, so that they can be
    /// drawn again only when it is reached.
    bool isRehearsing() const { return m_isRehearsing; }

    /// Whether no change is under way.
    bool isStill() const;

    /// Queues an edit until applyQueued(). `shownBefore`: the previous value as the user saw it, if it
    /// differs from the scene's, for example because the camera has moved.
    void queue(const Edit& edit, std::optional<double> shownBefore = {}) {
        m_queued.push_back({edit, shownBefore});
    }

    /// Applies the queued edits in order and returns the problems of refused ones. An edit that moves the
    /// flock ends the take being played; the flock is live from there on.
    std::vector<Problem> applyQueued();

    /// Returns the changes made by edits applied since the last call.
    std::vector<Change> takeChanges() { return std::exchange(m_changes, {}); }

    // As those of Session.
    void restart(std::uint64_t seed);
    void load(Scene scene);
    void play(Take take);
    void adoptPreset(const Scene& preset);
    void goLive();

    /// Logs the camera of this frame.
    void noteCamera(const CameraPose& pose);

    /// Shows a flock A that begins as a copy of B with its own settings; see Play.
    void split(const Scene& settings, const std::optional<BoidChange>& change = {});
    /// How far the effect of a changed boid in A has spread by the state shown; null if none was changed.
    const Spread* spread() const { return m_spread ? &*m_spread : nullptr; }
    void endSplit();

    bool isPaused() const { return m_clock.isPaused(); }
    void setPaused(bool isPaused) { m_clock.setPaused(isPaused); }
    void stepOnce() { m_clock.stepOnce(); }
    double timeScale() const { return m_clock.timeScale(); }
    void setTimeScale(double scale) { m_clock.setTimeScale(scale); }

    /// Scrubs along the take being played to this time since step 0 [s].
    void seek(double seconds);
    void startOver();
    /// Starts over a take that has been played to its end and is paused there; at the end of the last minutes
    /// the flock is live again, and still paused.
    void startOverAtEnd();

    /// Pauses, and makes the last minutes a take in which the user can go back. At its end the flock is live
    /// again; an edit before makes it go another way from there.
    void rewind();
    bool isRewinding() const { return m_isRewinding; }  ///< the take is still being made
    bool isRewound() const { return m_rewound && m_b.playing() == m_rewound.get(); }
    /// Returns from there to the live end, and plays on unless the flock was paused when rewind() was called.
    void backToLive();

    /// The settings of the branch that an edit after rewind() abandoned.
    struct AbandonedBranch {
        Scene then;            ///< its settings at the moment of that edit, without it …
        Scene later;           ///< … and at its end
        double seconds = 0.0;  ///< of play, at that moment
    };
    const std::optional<AbandonedBranch>& abandonedBranch() const { return m_abandonedBranch; }
    void forgetAbandonedBranch() { m_abandonedBranch.reset(); }

    /// Later goes on, live, where this branch ended, and calls `then`; neither if another flock has begun
    /// meanwhile, or if memory runs out, which is a problem.
    void resume(std::shared_ptr<const BranchEnd> branch, std::function<void()> then);
    bool isResuming() const { return m_isResuming; }  ///< that flock is still being made

    /// What steps the flock; empty if the processor does.
    const std::string& device() const { return m_published.device; }

    std::optional<CameraPose> takePose() const;
    void freeCamera() { m_replay.freeCamera(); }
    void toggleCamera() { m_replay.toggleCamera(); }
    TimelineInput timeline() const { return m_replay.timeline(m_b.instant(), moment(), isPaused()); }

    /// Calls `work(session)` between two steps on the flock's thread, then `then(result)` in
    /// Background::drain(). `work` captures values.
    template <class Work, class Then>
    void ask(Work work, Then then) {
        askPlay([work = std::move(work)](Play& play) { return work(play.session()); }, std::move(then));
    }

    /// Calls `work(session)` between two steps on the flock's thread.
    template <class Work>
    void tell(Work work) {
        post([work = std::move(work)](Play& play) { work(play.session()); });
    }

    /// Copy the flock B, or A, for questions that take as long as a step.
    CopyFlock copyOfB();
    CopyFlock copyOfA();

    /// Carries out all commands sent so far, then ends the flock's thread.
    void stop() { m_stepper.stop(); }

private:
    Player(Session session, const SimulationOptions& options, Background& background);

    /// The scrub that the flock's thread has been told of.
    struct Seek {
        Moment target;
        double since = 0.0;        ///< [s]
        std::uint64_t number = 0;  ///< of its command
    };

    template <class Work, class Then>
    void askPlay(Work work, Then then) {
        post([&background = m_background, work = std::move(work), then = std::move(then)](Play& play) {
            using Value = std::decay_t<decltype(work(play))>;
            auto value = std::make_shared<Value>(Background::valueOf<Value>([&] { return work(play); }));
            background.post([then, value] { then(std::move(*value)); });
        });
    }
    struct Queued {
        Edit edit;
        std::optional<double> shownBefore;
    };

    void post(Stepper::Command command) {
        ++m_sent;
        m_stepper.post(std::move(command));
    }
    void begin(Session session, std::unique_ptr<Session> beside = nullptr);
    std::vector<Edit> makeQueued(std::vector<Problem>& problems);
    bool hasDone(std::uint64_t number) const { return m_published.done >= number; }
    void seekSought();
    void seekAtOnce();
    void passBy(const Rehearse& rehearse);
    void scrub(double momentBefore);
    void endScrub();
    bool show();
    Scene settingsThere() const;

    Background& m_background;
    SimulationOptions m_options;
    std::uint64_t m_sent = 0;  ///< number of commands
    std::vector<Queued> m_queued;
    std::vector<Change> m_changes;
    std::vector<Problem> m_problems;      ///< since the last receive()
    std::deque<Mirror::Sent> m_underWay;  ///< changes not carried out yet
    Mirror m_b;
    std::unique_ptr<Mirror> m_a;
    std::optional<Spread> m_spread;
    PlayClock m_clock;
    Replay m_replay;
    std::optional<Seek> m_seek;  ///< empty if the replay seeks nothing; its target may be an earlier one
    bool m_isRehearsing = false;
    std::shared_ptr<const Take> m_rewound;  ///< the last minutes, when rewind() was called …
    std::optional<Scene> m_end;             ///< … with the settings at its end
    bool m_wasPaused = false;               ///< then
    bool m_isRewinding = false;
    bool m_isResuming = false;
    std::optional<AbandonedBranch> m_abandonedBranch;
    double m_now = 0.0;     ///< [s] of this frame
    Moment m_cameraMoment;  ///< last logged, with its pose
    std::optional<CameraPose> m_cameraPose;
    std::uint64_t m_edits = 0;  ///< made so far
    std::uint64_t m_split = 0;  ///< number of the command that began A
    Published m_published;      ///< the last one; its flocks are those of an earlier one
    Stepper m_stepper;
};

}  // namespace shoal
