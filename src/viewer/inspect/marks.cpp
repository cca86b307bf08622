#include "viewer/inspect/marks.hpp"

#include <fmt/format.h>

#include "render/camera/picking.hpp"
#include "viewer/window/window.hpp"

namespace shoal {

void Marks::inspect() {
    const Instant& shown = m_player.shown();
    m_inspector.update(shown.state, {shown.stateRevision, shown.revision, shown.beginning},
                       m_stage.director().boid(), Window::now);
}

std::optional<InspectorInput> Marks::inspectorInput() const {
    const std::optional<BoidName>& boid = m_stage.director().boid();
    if (!boid || !m_inspector.now() || !m_inspector.read()) {
        return std::nullopt;
    }
    return InspectorInput{.now = &*m_inspector.now(),
                          .read = &*m_inspector.read(),
                          .speciesIndex = boid->species,
                          .fullScale = m_inspector.fullScale()};
}

std::optional<std::string> Marks::followedName() const {
    const auto& species = m_player.shown().scene().species;
    const std::optional<BoidName>& boid = m_stage.director().boid();
    if (!boid || boid->species >= species.size()) {
        return std::nullopt;
    }
    return fmt::format("{} {}", species[boid->species].name, boid->id);
}

void Marks::show(const PanelShown& shown) {
    m_stage.showWorld(shown.isWorldShown);
    updateRings(shown.radius);
}

void Marks::updateRings(const std::optional<ShownRadius>& shown) {
    m_rings.clear();
    if (!shown) {
        m_ringed.reset();
        return;
    }
    // The chosen boid, or one in the middle of the flock. It stays the same while the slider is held.
    const StateView state = m_player.shown();
    if (!m_ringed || m_ringed->species != shown->speciesIndex) {
        const std::optional<BoidName>& chosen = m_stage.director().boid();
        m_ringed = chosen && chosen->species == shown->speciesIndex
                       ? chosen
                       : nearestBoid(state, shown->speciesIndex, sceneExtent(state).centre);
    }
    if (m_ringed) {
        if (const auto place = placeOf(state, *m_ringed, m_player.alpha())) {
            m_rings.push_back({.centre = *place, .radius = shown->radius});
        }
    }
}

void Marks::drawBoid(const FrameLayout& layout, bool drawsSteering) {
    const View view = m_stage.camera().view(layout.aspect());
    m_boid.reset();
    if (const auto& boid = m_stage.director().boid(); boid && !m_stage.camera().isLookingFrom()) {
        m_boid = markOf(m_player.shown().state, *boid, view, layout.width(), layout.height(),
                        m_player.alpha(), layout.scale);
    }
    drawSteering(layout, view, drawsSteering);
    if (m_boid) {
        drawBoidMark(*m_boid, layout.scale);
    }
}

/// Draws the boid's steering into the picture, unless the camera looks through its eyes.
void Marks::drawSteering(const FrameLayout& layout, const View& view, bool isWanted) {
    m_steering.reset();
    const std::optional<BoidName>& boid = m_stage.director().boid();
    if (!boid || !m_inspector.now() || m_stage.camera().isLookingFrom() || !isWanted) {
        return;
    }
    const InspectorPicture picture{.state = m_player.shown().state,
                                   .boid = *boid,
                                   .inspection = *m_inspector.now(),
                                   .fullScale = m_inspector.fullScale(),
                                   .view = view,
                                   .width = layout.width(),
                                   .height = layout.height(),
                                   .alpha = m_player.alpha(),
                                   .scale = layout.scale};
    m_steering = inspectorMarks(picture);
    drawInspectorMarks(*m_steering, layout.scale);
    // A radius being dragged is shown alone.
    if (m_rings.empty()) {
        m_rings = inspectorRings(picture);
    }
}

void Marks::drawObjects(const ObjectTool& tool, const WindowPicture& picture, bool isPointing) {
    m_objects = objectMarks(tool, m_player.shown().state, picture, isPointing);
    drawObjectMarks(m_objects, picture);
}

}  // namespace shoal
