#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <shoal/state_view.hpp>

#include "play/background/refresh_budget.hpp"
#include "play/background/study.hpp"
#include "viewer/colour/boid_values.hpp"
#include "viewer/colour/legend.hpp"
#include "viewer/colour/value_range.hpp"

namespace shoal {

/// The colours of all bodies by a quantity of each boid, with their legend. LookSettings::colourBy and
/// palette choose them.
class Colouring {
public:
    /// Computes slow quantities beside the frame, in the viewer.
    void studyBeside(Background& background, CopyFlock copy) { m_study = {background, std::move(copy)}; }

    /// Shows these values [m], by species and then by id, on a logarithmic scale that begins at `low`, in
    /// place of the look's quantity; null ends that. They must outlive the next update(). Boids that they
    /// lack have the colour of the low end.
    void showDistances(const BoidValues* distances, float low) {
        m_distances = distances;
        m_lowDistance = low;
    }

    bool areDistances() const { return m_hasDistances; }

    /// Call when another flock begins: answers about the last one are dropped.
    void restart();

    /// Computes the colours for the simulation's state if needed; returns whether they changed. `hasChanged`:
    /// whether the state or the look has changed since the last call. With `now` [s], a monotonic time, slow
    /// quantities may lag behind the state: they are computed at most ten times a second, as RefreshBudget
    /// allows, and beside the frame if studyBeside() was called. Without it they never lag.
    bool update(const StateView& state, bool hasChanged, std::optional<double> now);

    /// Whether the colours are older than the state.
    bool isStale() const { return m_distances == nullptr && (m_isStale || m_study.isBusy()); }

    /// Returns each species' BodyBatch::colours; empty if bodies have their natural colours.
    std::span<const std::vector<std::uint32_t>> colours() const { return m_colours; }

    /// The palette's range; empty for headings.
    const std::optional<ValueRange>& range() const { return m_range; }

    /// Empty if bodies have their natural colours.
    const std::optional<Legend>& legend() const { return m_legend; }

private:
    void forget();
    void colourDistances(const StateView& state);
    void colour(const LookSettings& look, const BoidValues& values);

    LookSettings::ColourBy m_quantity = LookSettings::ColourBy::species;
    std::optional<ValueRange> m_range;  ///< of m_quantity
    const BoidValues* m_distances = nullptr;
    float m_lowDistance = 0.0f;   ///< [m]
    bool m_hasDistances = false;  ///< in the present colours
    std::vector<std::vector<std::uint32_t>> m_colours;
    std::optional<Legend> m_legend;
    static constexpr double kMinInterval = 0.1;  // [s] between two answers to a slow question

    RefreshBudget m_budget{kMinInterval};
    Study<BoidValues> m_study;
    double m_askedAt = 0.0;  ///< [s]
    bool m_isStale = false;
};

}  // namespace shoal
