#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>

#include <shoal/inspection.hpp>
#include <shoal/state_view.hpp>

#include "play/background/refresh_budget.hpp"
#include "play/background/study.hpp"
#include "render/frame/frame.hpp"

namespace shoal {

/// Inspects the followed boid when the flock or its rules change, using at most a tenth of the time.
class BoidInspector {
public:
    /// What the inspection is of: it is repeated when either changes.
    struct Revisions {
        std::uint64_t state = 0;      ///< of the flock
        std::uint64_t settings = 0;   ///< of the scene
        std::uint64_t beginning = 0;  ///< of the flock: after a restart it is another one

        friend bool operator==(const Revisions&, const Revisions&) = default;
    };

    /// Inspects at once.
    BoidInspector() = default;

    /// Inspects beside the frame.
    BoidInspector(Background& background, CopyFlock copy) : m_study(background, std::move(copy)) {}

    /// Call before each picture. `now` returns the time of a monotonic clock [s].
    void update(const StateView& state, const Revisions& revisions, const std::optional<BoidName>& boid,
                const std::function<double()>& now);

    /// Empty if no boid is followed.
    const std::optional<Inspection>& now() const { return m_now; }

    /// For words, numbers, bars and arrows: changes twice a second while the flock moves, and at once when it
    /// stands still.
    const std::optional<Inspection>& read() const { return m_read; }

    /// The acceleration [m/s²] that fills a bar, and the scale of arrows: a power of two that holds the
    /// longest push of read(). Shrinks only when that push falls below a third of it.
    float fullScale() const { return m_fullScale; }

private:
    void keepReadable(std::uint64_t step, double now);
    void fitScale();

    std::optional<BoidName> m_boid;
    std::optional<Inspection> m_now;
    std::optional<Inspection> m_read;
    Study<std::optional<Inspection>> m_study;
    Revisions m_asked;       ///< of the last question
    double m_askedAt = 0.0;  ///< [s]
    bool m_isReadOld = false;
    std::uint64_t m_readStep = 0;
    RefreshBudget m_budget;
    double m_readDue = 0.0;  ///< [s] time when m_read may change
    float m_fullScale = 1.0f;
};

}  // namespace shoal
