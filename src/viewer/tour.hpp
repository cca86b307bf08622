#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "viewer/compare/comparison.hpp"
#include "viewer/help/tour.hpp"
#include "viewer/open_scene.hpp"

namespace shoal {

/// Returns the experiments of the tour, from assets/tour.toml.
const std::vector<TourStep>& tourSteps();

/// The guided tour, which restores the previous scene at its end.
class Tour {
public:
    /// All but `services` must outlive this.
    Tour(const Services& services, Edits& edits, Comparison& comparison, OpenScene& openScene, Panels& panels)
        : m_player(services.player),
          m_stage(services.stage),
          m_figures(services.figures),
          m_messages(services.messages),
          m_layout(services.layout),
          m_edits(edits),
          m_comparison(comparison),
          m_openScene(openScene),
          m_panels(panels) {}

    /// Adds its commands to the table. `tour` may be null if none of them is run.
    static void declare(CommandTable& commands, Tour* tour);

    /// Starts the tour, or ends it.
    void toggle();
    /// Shows the next experiment (1) or the previous one (-1), if there is one.
    void step(int direction);
    /// Ends the tour if it is under way.
    void end();

    /// Builds the card of the experiment.
    void build(const WidgetContext& context, Commands& commands);

private:
    /// The state to restore.
    struct Before {
        EditHistory::Edited scene;
        EditHistory history;
        Folds folds;
        std::optional<Comparison::Kept> kept;
        bool isPaused = false;
        bool isPanelShown = true;
        bool isCameraTouched = false;
        std::optional<BoidName> followed;
        const CameraView* view = nullptr;
    };

    void show(std::size_t step);
    bool isExperimentTried();

    Player& m_player;
    Stage& m_stage;
    LiveFigures& m_figures;
    Messages& m_messages;
    const FrameLayout& m_layout;
    Edits& m_edits;
    Comparison& m_comparison;
    OpenScene& m_openScene;
    Panels& m_panels;
    std::optional<Before> m_before;  ///< while the tour is under way
    std::size_t m_step = 0;
    bool m_isReached = false;    ///< the goal of its experiment has been reached
    double m_untouchedAt = 0.0;  ///< [s] of play when its slider last stood as in the preset
};

}  // namespace shoal
