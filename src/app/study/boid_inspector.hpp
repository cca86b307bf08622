#pragma once

#include <cstdint>
#include <optional>

#include <shoal/inspection.hpp>
#include <shoal/simulation.hpp>

#include "app/background/refresh_budget.hpp"
#include "render/frame/frame.hpp"

namespace shoal {

/// Inspects the followed boid when the flock or its rules change, using at most a tenth of the time.
class BoidInspector {
public:
    /// What the inspection is of: it is repeated when either changes.
    struct Revisions {
        std::uint64_t state = 0;     ///< of the flock
        std::uint64_t settings = 0;  ///< of the scene

        friend bool operator==(const Revisions&, const Revisions&) = default;
    };

    /// Call before each picture. `now` returns the time of a monotonic clock [s].
    template <class Now>
    void update(const Simulation& simulation, const Revisions& revisions, const std::optional<BoidName>& boid,
                const Now& now) {
        const double start = now();
        if (isDue(revisions, boid, start)) {
            inspect(simulation, boid);
            m_revisions = revisions;
            m_budget.note(start, now() - start);
        }
        keepReadable(simulation.stepCount(), start);
    }

    /// Empty if no boid is followed.
    const std::optional<Inspection>& now() const { return m_now; }

    /// For words and numbers: changes twice a second while the flock moves, and at once when it stands still.
    const std::optional<Inspection>& read() const { return m_read; }

    /// The acceleration [m/s²] that fills a bar, and the scale of arrows: a power of two that holds the
    /// longest push. Shrinks only when that push falls below a third of it.
    float fullScale() const { return m_fullScale; }

private:
    bool isDue(const Revisions& revisions, const std::optional<BoidName>& boid, double now);
    void inspect(const Simulation& simulation, const std::optional<BoidName>& boid);
    void keepReadable(std::uint64_t step, double now);
    void fitScale();

    std::optional<BoidName> m_boid;
    std::optional<Inspection> m_now;
    std::optional<Inspection> m_read;
    Revisions m_revisions;  ///< of m_now
    bool m_isReadOld = false;
    std::uint64_t m_readStep = 0;
    RefreshBudget m_budget;
    double m_readDue = 0.0;  ///< [s] time when m_read may change
    float m_fullScale = 1.0f;
};

}  // namespace shoal
