#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "play/player.hpp"
#include "play/session/edit_history.hpp"
#include "render/camera/camera_views.hpp"
#include "ui/widgets/folds.hpp"
#include "viewer/feature/feature.hpp"
#include "viewer/feature/services.hpp"
#include "viewer/tour/tour_card.hpp"

namespace shoal {

/// Returns the experiments of the tour, from assets/tour.toml.
const std::vector<TourStep>& tourSteps();

/// The guided tour, which restores the previous scene at its end.
class Tour : public Feature {
public:
    explicit Tour(const Services& services);

    /// Adds its commands to the table. `tour` may be null if none of them is run.
    static void declare(CommandTable& commands, Tour* tour);

    /// Builds the card of the experiment.
    void build(const BuildFrame& frame) override;
    void beforeOpen() override { end(); }

private:
    /// The state to restore.
    struct Before {
        EditHistory::Edited scene;
        EditHistory history;
        Folds folds;
        bool isPaused = false;
        bool isPanelShown = true;
        bool isCameraTouched = false;
        std::optional<BoidName> followed;
        const CameraView* view = nullptr;
    };

    /// Starts the tour, or ends it.
    void toggle();
    /// Shows the next experiment (1) or the previous one (-1), if there is one.
    void step(int direction);
    void show(std::size_t step);
    /// Ends the tour if it is under way.
    void end();
    bool isExperimentTried();

    const Services& m_services;
    Player& m_player;
    Stage& m_stage;
    Edits& m_edits;
    OpenScene& m_openScene;
    Panels& m_panels;
    std::optional<Before> m_before;  ///< while the tour is under way
    std::size_t m_step = 0;
    bool m_isReached = false;    ///< the goal of its experiment has been reached
    double m_untouchedAt = 0.0;  ///< [s] of play when its slider last stood as in the preset
};

}  // namespace shoal
