#pragma once

#include <optional>

#include "play/player.hpp"
#include "viewer/feature/feature.hpp"
#include "viewer/feature/services.hpp"
#include "viewer/inspect/boid_inspector.hpp"
#include "viewer/inspect/boid_mark.hpp"
#include "viewer/inspect/inspector_marks.hpp"

namespace shoal {

/// The boid followed: a ring around it, what steers it on a card, and its steering in the picture.
class Inspector : public Feature {
public:
    explicit Inspector(const Services& services);

    /// Adds its commands to the table. `inspector` may be null if none of them is run.
    static void declare(CommandTable& commands, Inspector* inspector);

    void buildFollowed(PanelFrame& frame) override;
    void buildOverlay(const WidgetContext& context) override;
    void probe(nlohmann::ordered_json& json) const override;

private:
    void toggle();
    void inspect();
    void drawSteering(const View& view);

    const Services& m_services;
    Player& m_player;
    Stage& m_stage;
    BoidInspector m_inspector;
    std::optional<std::size_t> m_pointed;      ///< the arrow whose bar is under the mouse
    std::optional<BoidMark> m_boid;            ///< as drawn, if it is in the picture
    std::optional<InspectorMarks> m_steering;  ///< likewise
};

}  // namespace shoal
