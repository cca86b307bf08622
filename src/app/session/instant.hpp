#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <shoal/simulation.hpp>

#include "app/session/trail.hpp"
#include "capture/take/take.hpp"

namespace shoal {

/// A flock at one step, with its scene, and all else that cameras, pictures and panels need: the trails, the
/// scene as loaded, and the take being played.
class Instant {
public:
    /// Requires a scene and options that Simulation::create accepts; scene readers check this.
    Instant(Scene scene, const SimulationOptions& options);
    Instant(Instant&& other) noexcept = default;
    virtual ~Instant() = default;

    /// Queues an edit until `applyQueued`. `shownBefore`: the previous value as the user saw it, if it
    /// differs from the scene's, for example because the camera has moved.
    void queue(const Edit& edit, std::optional<double> shownBefore = {}) {
        m_queued.push_back({edit, shownBefore});
    }

    /// Applies the queued edits in order and returns the problems of refused ones. An edit that moves the
    /// flock ends the take being played; the flock is live from there on.
    std::vector<Problem> applyQueued();

    /// Returns the changes made by edits applied since the last call.
    std::vector<Change> takeChanges() { return std::exchange(m_changes, {}); }

    /// Changes the boids otherwise than by steps and edits. A take cannot repeat that, so only a copy may
    /// have it done.
    void changeState(const std::function<void(SimulationState&)>& change);

    const Simulation& simulation() const { return m_simulation; }

    /// Steps in one second of real time.
    int stepsPerSecond() const { return m_simulation.scene().time.stepsPerSecond(); }

    /// Real time since step 0 [s].
    double realSeconds() const {
        return m_simulation.scene().time.realSeconds(static_cast<double>(m_simulation.stepCount()));
    }

    const Trail& trail() const { return m_trail; }

    /// As a camera sees it.
    operator const Simulation&() const { return m_simulation; }

    /// The scene as loaded or last saved, for comparison. The running scene has the same name, texts and
    /// source marks.
    const Scene& loaded() const { return m_loaded; }

    /// The take being played; null if live.
    const Take* playing() const { return m_take.get(); }

    /// The first point at which the flock deviated from the take.
    const std::optional<Problem>& deviation() const { return m_deviation; }

    /// Changes whenever the scene or the loaded scene changes.
    std::uint64_t revision() const { return m_revision; }

    /// Changes whenever the flock begins again at step 0: earlier moments belong to another flock.
    std::uint64_t beginning() const { return m_beginning; }

    /// Changes whenever boids have moved or been replaced, so that the renderer must upload them again.
    std::uint64_t stateRevision() const { return m_stateRevision; }

protected:
    /// Called for each edit that has been applied.
    virtual void noteApplied(const Edit& edit) = 0;

    void beginScene(Scene scene);
    void beginAgain(std::uint64_t seed);
    void beginTake(std::shared_ptr<const Take> take);
    void copyFrom(const Instant& other);
    void keepTexts(Scene preset);
    void resume(const Checkpoint& checkpoint);
    void noteJump();
    void applyTakeEdits();

    Scene m_loaded;
    Simulation m_simulation;
    Trail m_trail;
    std::shared_ptr<const Take> m_take;
    std::optional<Problem> m_deviation;
    std::uint64_t m_beginning = 0;
    std::uint64_t m_revision = 1;
    std::uint64_t m_stateRevision = 1;

private:
    struct Queued {
        Edit edit;
        std::optional<double> shownBefore;
    };

    void begin();

    std::vector<Queued> m_queued;
    std::vector<Change> m_changes;
};

}  // namespace shoal
