#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <shoal/scene.hpp>

#include "ui/explore/map_parts.hpp"
#include "ui/explore/sweep_map.hpp"
#include "ui/explore/sweep_runs.hpp"
#include "ui/widgets/widgets.hpp"

namespace shoal {

/// The user's requests on the card.
struct SweepRequests {
    std::vector<Edit> edits;
    bool closes = false;
    bool takesEscape = false;
};

/// The card of a finished sweep: a map of its cells over two keys, or a plot over one. A click on a cell sets
/// its keys; a dot shows the settings in force.
class SweepCard {
public:
    /// Builds the card. Unfolds it and chooses keys and colours when `runs` is another sweep than before.
    /// `scene` is the current one.
    SweepRequests build(const WidgetContext& context, const std::shared_ptr<const SweepRuns>& runs,
                        const Scene& scene);

private:
    void take(const WidgetContext& context, const std::shared_ptr<const SweepRuns>& runs);
    void chooseMap();
    bool buildHeading(const WidgetContext& context, SweepRequests& requests) const;
    void buildAxis(const WidgetContext& context, bool isUp, SweepRequests& requests);
    void buildColours(const WidgetContext& context, SweepRequests& requests);
    void buildMap(const WidgetContext& context, const Scene& scene, SweepRequests& requests) const;
    void buildPlot(const WidgetContext& context, const Scene& scene, SweepRequests& requests) const;
    void buildLegend(const WidgetContext& context) const;
    void buildMeans(const WidgetContext& context) const;
    void buildSummary(const WidgetContext& context) const;
    void drawCells(const Rect& plane) const;
    void drawCurve(const WidgetContext& context, const Rect& plane) const;
    void point(const WidgetContext& context, const CellPlane& cells, bool isClicked, const Scene& scene,
               SweepRequests& requests) const;
    std::optional<ImU32> colourOf(const SweepMap::Cell& cell) const;
    std::string hint(std::size_t x, std::size_t y) const;

    const SweepRuns::Key& across() const { return m_runs->keys[m_across]; }
    const SweepRuns::Key& up() const { return m_runs->keys[*m_up]; }

    std::shared_ptr<const SweepRuns> m_runs;
    std::size_t m_across = 0;
    std::optional<std::size_t> m_up;       ///< empty if only one key is varied
    std::optional<std::size_t> m_measure;  ///< shown by the colours or the plot; empty: the state
    std::optional<SweepMap> m_map;         ///< empty if no key is varied
    SweepMap::Range m_range;               ///< of the measure
};

}  // namespace shoal
