#pragma once

#include <cstdint>
#include <optional>

#include <shoal/inspection.hpp>

#include "app/playback/refresh_budget.hpp"
#include "app/playback/session.hpp"
#include "render/scene/renderer.hpp"

namespace shoal {

/// Inspects the followed boid when the flock or its rules change, using at most a tenth of the time.
class BoidInspector {
public:
    /// Call before each picture. `now` returns the time of a monotonic clock [s].
    template <class Now>
    void update(const Session& session, const std::optional<BoidName>& boid, const Now& now) {
        const double start = now();
        if (isDue(session, boid, start)) {
            inspect(session, boid);
            m_budget.note(start, now() - start);
        }
        keepReadable(session, start);
    }

    /// Empty if no boid is followed.
    const std::optional<Inspection>& now() const { return m_now; }

    /// For words and numbers: changes twice a second while the flock moves, and at once when it stands still.
    const std::optional<Inspection>& read() const { return m_read; }

    /// The acceleration [m/s²] that fills a bar, and the scale of arrows: a power of two that holds the
    /// longest push. Shrinks only when that push falls below a third of it.
    float fullScale() const { return m_fullScale; }

private:
    bool isDue(const Session& session, const std::optional<BoidName>& boid, double now);
    void inspect(const Session& session, const std::optional<BoidName>& boid);
    void keepReadable(const Session& session, double now);
    void fitScale();

    std::optional<BoidName> m_boid;
    std::optional<Inspection> m_now;
    std::optional<Inspection> m_read;
    std::uint64_t m_state = 0;     ///< Session::stateRevision of m_now
    std::uint64_t m_revision = 0;  ///< Session::revision of m_now
    bool m_isReadOld = false;
    std::uint64_t m_readStep = 0;
    RefreshBudget m_budget;
    double m_readDue = 0.0;  ///< [s] time when m_read may change
    float m_fullScale = 1.0f;
};

}  // namespace shoal
