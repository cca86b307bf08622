#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "play/published.hpp"
#include "play/session/session.hpp"
#include "play/what_if.hpp"

namespace shoal {

/// All that happens in the viewer's flock between two steps and by them: the user's edits, takes and
/// scrubbing along them, and a second flock, A, that makes each step with the first, B. Without a thread of
/// its own; see Stepper.
class Play {
public:
    explicit Play(Session session) : m_b(std::move(session)) {}

    Session& session() { return m_b; }
    const Session& session() const { return m_b; }
    const Session* beside() const { return m_a.get(); }

    /// Changes with everything that publish() tells, except by steps.
    std::uint64_t revision() const { return m_revision; }

    /// Notes that another command of the window has been carried out.
    void noteDone() { ++m_done; }

    /// Makes a change. One that a step or a take made impossible since the user asked for it is refused.
    void edit(const Edit& edit);
    /// Goes on with other flocks; `a` may be null.
    void begin(Session b, std::unique_ptr<Session> a);
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

    /// How often it has begun, the first time included.
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
    void endSeek();
    void finishSeek();
    StateUse stateUse() const;

    Session m_b;
    std::unique_ptr<Session> m_a;
    std::optional<WhatIf> m_whatIf;  ///< if a boid of A was changed
    std::optional<std::uint64_t> m_sought;
    std::uint64_t m_revision = 1;
    std::uint64_t m_done = 0;
    std::uint64_t m_beginnings = 1;
    bool m_hasFailed = false;
    PlayCosts m_costs;
    std::vector<Problem> m_problems;
    bool m_isDeviceTold = false;  ///< why the processor steps although a device was asked for
};

/// Gives a session other settings, those of a scene of the same structure: A begins beside B.
void takeSettings(Session& a, const Scene& settings);

}  // namespace shoal
