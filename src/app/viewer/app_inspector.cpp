// Part of App: the steering of the boid that the user follows.

#include <fmt/format.h>

#include "app/viewer/app.hpp"
#include "ui/inspector/inspector_card.hpp"

namespace shoal {

/// Returns the name of the boid followed: "sardine 12".
std::optional<std::string> App::followedName() const {
    const auto& species = m_player.shown().simulation().scene().species;
    const std::optional<BoidName>& boid = m_stage->director().boid();
    if (!boid || boid->species >= species.size()) {
        return std::nullopt;
    }
    return fmt::format("{} {}", species[boid->species].name, boid->id);
}

std::optional<InspectorInput> App::inspectorInput() const {
    const std::optional<BoidName>& boid = m_stage->director().boid();
    if (!boid || !m_inspector.now() || !m_inspector.read()) {
        return std::nullopt;
    }
    return InspectorInput{.now = &*m_inspector.now(),
                          .read = &*m_inspector.read(),
                          .speciesIndex = boid->species,
                          .fullScale = m_inspector.fullScale()};
}

void App::toggleInspector() {
    if (!m_stage->director().boid()) {
        m_messages.post("Click a boid, then press I");
        return;
    }
    PanelLayout layout = m_panel.layout();
    setInspectorDrawn(layout.folds, !isInspectorDrawn(layout.folds));
    m_panel.setLayout(std::move(layout));
}

/// Draws the boid's steering into the picture, unless the camera looks through its eyes.
void App::drawInspector(const View& view) {
    m_inspectorMarks.reset();
    const std::optional<BoidName>& boid = m_stage->director().boid();
    if (!boid || !m_inspector.now() || m_stage->camera().isLookingFrom() ||
        !isInspectorDrawn(m_panel.layout().folds)) {
        return;
    }
    const InspectorPicture picture{.simulation = m_player.shown().simulation(),
                                   .boid = *boid,
                                   .inspection = *m_inspector.now(),
                                   .fullScale = m_inspector.fullScale(),
                                   .view = view,
                                   .width = m_layout.width(),
                                   .height = m_layout.height(),
                                   .alpha = m_player.alpha(),
                                   .scale = m_layout.scale};
    m_inspectorMarks = inspectorMarks(picture);
    drawInspectorMarks(*m_inspectorMarks, m_layout.scale);
    // A radius being dragged is shown alone.
    if (m_rings.empty()) {
        m_rings = inspectorRings(picture);
    }
}

}  // namespace shoal
