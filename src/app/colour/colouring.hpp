#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <shoal/simulation.hpp>

#include "app/colour/boid_values.hpp"
#include "app/colour/value_range.hpp"
#include "ui/overlay/legend.hpp"

namespace shoal {

/// Limits how often slow work is repeated: at most ten times a second, and for at most a tenth of the time.
class RefreshBudget {
public:
    bool isDue(double now) const { return now >= m_due; }
    /// Work that began at `start` took `seconds` [s].
    void note(double start, double seconds);

private:
    double m_due = 0.0;  ///< [s]
};

/// The colours of all bodies by a quantity of each boid, and their legend, as LookSettings::colourBy and
/// palette ask.
class Colouring {
public:
    /// Computes the colours for the simulation's state if needed; returns whether they changed. `hasChanged`:
    /// whether the state or the look has changed since the last call. With `now` [s], a monotonic time, slow
    /// quantities may lag behind the state as RefreshBudget allows; without it they never do.
    bool update(const Simulation& simulation, bool hasChanged, std::optional<double> now);

    /// Returns each species' BodyBatch::colours; empty if bodies have their natural colours.
    std::span<const std::vector<std::uint32_t>> colours() const { return m_colours; }

    /// Empty if bodies have their natural colours.
    const std::optional<Legend>& legend() const { return m_legend; }

private:
    void refresh(const Simulation& simulation);

    LookSettings::ColourBy m_quantity = LookSettings::ColourBy::species;
    std::optional<ValueRange> m_range;  ///< of m_quantity
    std::vector<std::vector<std::uint32_t>> m_colours;
    std::optional<Legend> m_legend;
    RefreshBudget m_budget;
    bool m_isStale = false;
};

}  // namespace shoal
