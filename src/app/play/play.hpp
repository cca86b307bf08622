#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "app/play/published.hpp"
#include "app/play/what_if.hpp"
#include "app/session/session.hpp"

namespace shoal {

/// All that happens in the viewer's flock between two steps and by them: the user's edits, takes and
/// scrubbing along them, and a second flock, A, that makes each step with the first, B. Without a thread of
/// its own; see Stepper.
class Play {
public:
    explicit Play(Session session);

    Session& session() { return m_b; }
    const Session& session() const { return m_b; }
    const Session* beside() const { return m_a.get(); }

    /// Changes with everything that publish() tells, except by steps.
    std::uint64_t revision() const { return m_revision; }

    /// Carries out what the user does; the window's mirror has done it already. `edit` may be refused here if
    /// a take has changed the scene meanwhile.
    void edit(const Edit& edit);
    void restart(std::uint64_t seed);
    void load(Scene scene);
    void play(std::shared_ptr<const Take> take);
    void adoptPreset(Scene preset);
    void goLive();

    /// Makes the steps to this one due at once, from a checkpoint if that is nearer.
    void seek(std::uint64_t step);
    bool isSeeking() const { return m_sought.has_value(); }
    /// Whether the present state is one of a few before the end of a seek that bodies move through unseen, so
    /// that they come to lean and bend as they should.
    bool isPosing() const;

    /// Begins A as a copy of B with its own settings, or ends it. If a boid is named, A's is changed.
    void split(const Scene& settings, const std::optional<BoidChange>& change = {});
    void endSplit();

    void step();

    /// How often it has begun at step 0, the first time included.
    std::uint64_t beginnings() const { return m_beginnings; }

    /// Whether it cannot step until it begins again: memory ran out in the middle of a step.
    bool hasFailed() const { return m_hasFailed; }
    void fail(Problem why);

    /// Tells the user why a command was not carried out.
    void report(Problem why);

    void notePublishing(double seconds) { m_costs.busy += seconds; }

    /// Copies the present state. `to` may hold an earlier one, whose memory is used again.
    void publish(Published& to);

private:
    template <class Change>
    void begin(const Change& change);
    void endSeek();
    void finishSeek();
    void refuse(const std::vector<Problem>& problems);
    StateUse stateUse() const;
    static void publish(const Session& session, PublishedFlock& to);
    template <class Change>
    void changeB(const Change& change);

    Session m_b;
    std::unique_ptr<Session> m_a;
    std::optional<WhatIf> m_whatIf;  ///< if a boid of A was changed
    std::optional<std::uint64_t> m_sought;
    std::uint64_t m_own = 0;  ///< by how much B's revision has changed in ways that the mirror has followed
    std::uint64_t m_revision = 1;
    std::uint64_t m_edits = 0;
    std::uint64_t m_seeks = 0;
    std::uint64_t m_splits = 0;
    std::uint64_t m_beginnings = 1;
    bool m_hasFailed = false;
    PlayCosts m_costs;
    std::vector<Problem> m_problems;
    std::shared_ptr<const Scene> m_scene;  ///< of B
    std::uint64_t m_sceneRevision = 0;
};

/// Gives a copy of a flock other settings, those of a scene of the same structure: A begins beside B.
void takeSettings(Instant& a, const Scene& settings);

}  // namespace shoal
