#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <utility>
#include <vector>

#include "app/play/published.hpp"
#include "app/session/instant.hpp"

namespace shoal {

/// The window's copy of a session that runs on another thread. What the user does takes effect here at once,
/// and is then carried out there; the states that are published there are shown here. Both make the same
/// changes in the same order. The mirror therefore copies the scene of a published state only if that scene
/// has also changed in another way, such as by a take: PublishedFlock::foreign then differs.
class Mirror : public Instant {
public:
    using Instant::Instant;

    void restart(std::uint64_t seed) { beginAgain(seed); }
    void load(Scene scene) { beginScene(std::move(scene)); }
    void play(std::shared_ptr<const Take> take) { beginTake(std::move(take)); }
    void adoptPreset(Scene preset) { keepTexts(std::move(preset)); }
    void continueFrom(const Instant& other) { copyFrom(other); }
    void goLive() { m_take.reset(); }
    /// Shows the present state as one of this take.
    void goInto(std::shared_ptr<const Take> take) { m_take = std::move(take); }

    /// Returns the edits applied since the last call.
    std::vector<Edit> takeApplied() { return std::exchange(m_applied, {}); }

    /// Shows a published state and applies the edits that it does not contain yet. `published` then holds the
    /// boids shown before, whose memory is used again. Ignores a state from before the last restart, preset
    /// or take, and returns false.
    bool show(PublishedFlock& published, const std::deque<Edit>& underWay);

private:
    void noteApplied(const Edit& edit) override;

    std::vector<Edit> m_applied;
    std::uint64_t m_foreign = 0;
};

}  // namespace shoal
