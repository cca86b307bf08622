#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <shoal/simulation.hpp>

#include "app/background/refresh_budget.hpp"
#include "app/colour/boid_values.hpp"
#include "app/colour/value_range.hpp"
#include "ui/overlay/legend.hpp"

namespace shoal {

/// The colours of all bodies by a quantity of each boid, with their legend. LookSettings::colourBy and
/// palette choose them.
class Colouring {
public:
    Colouring() = default;

    /// Uses the scale of `other`, which is updated just before this one and outlives it: where both show the
    /// same quantity in the same palette, equal colours mean equal values, or the same rule.
    explicit Colouring(const Colouring* other) : m_other(other) {}

    /// Computes the colours for the simulation's state if needed; returns whether they changed. `hasChanged`:
    /// whether the state or the look has changed since the last call. With `now` [s], a monotonic time, slow
    /// quantities may lag behind the state: they are computed at most ten times a second, and as
    /// RefreshBudget allows. Without it they never lag.
    bool update(const Simulation& simulation, bool hasChanged, std::optional<double> now);

    /// Returns each species' BodyBatch::colours; empty if bodies have their natural colours.
    std::span<const std::vector<std::uint32_t>> colours() const { return m_colours; }

    /// The palette's range; empty for named colours.
    const std::optional<ValueRange>& range() const { return m_range; }

    /// Empty if bodies have their natural colours.
    const std::optional<Legend>& legend() const { return m_legend; }

private:
    void refresh(const Simulation& simulation);
    bool isOtherScale(LookSettings::ColourBy quantity) const;

    LookSettings::ColourBy m_quantity = LookSettings::ColourBy::species;
    std::optional<ValueRange> m_range;  ///< of m_quantity
    std::vector<std::string> m_rules;   ///< titles, in the order of their colours
    const Colouring* m_other = nullptr;
    std::vector<std::vector<std::uint32_t>> m_colours;
    std::optional<Legend> m_legend;
    RefreshBudget m_budget{0.1};
    bool m_isStale = false;
};

}  // namespace shoal
