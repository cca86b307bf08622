#include "viewer/inspect/inspector.hpp"

#include <utility>

#include <nlohmann/json.hpp>

#include "ui/overlay/messages.hpp"
#include "viewer/host/panels.hpp"
#include "viewer/inspect/inspector_card.hpp"
#include "viewer/panel/section_rows.hpp"
#include "viewer/stage/frame_layout.hpp"
#include "viewer/stage/stage.hpp"
#include "viewer/window/window.hpp"

namespace shoal {

Inspector::Inspector(const Services& services)
    : m_services(services),
      m_player(services.player),
      m_stage(services.stage),
      m_inspector(services.background, services.player.copyOfB()) {}

void Inspector::declare(CommandTable& commands, Inspector* inspector) {
    commands.add({.id = "inspect",
                  .name = "Inspector in the picture",
                  .keys = "I",
                  .words = "arrows pushes steers velocity vectors details explain force heading cone select",
                  .run = [inspector] { inspector->toggle(); }});
}

void Inspector::toggle() {
    if (!m_stage.director().boid()) {
        m_services.messages.post("Click a boid, then press I");
        return;
    }
    Panel& panel = m_services.panels.panel;
    PanelLayout layout = panel.layout();
    setInspectorDrawn(layout.folds, !isInspectorDrawn(layout.folds));
    panel.setLayout(std::move(layout));
}

void Inspector::inspect() {
    const Instant& shown = m_player.shown();
    m_inspector.update(shown.state, {shown.stateRevision, shown.revision, shown.beginning},
                       m_stage.director().boid(), Window::now);
}

void Inspector::buildFollowed(PanelFrame& frame) {
    inspect();
    const std::optional<BoidName>& boid = m_stage.director().boid();
    if (boid && m_inspector.read()) {
        m_pointed = buildInspectorCard(frame.context,
                                       {.read = &*m_inspector.read(),
                                        .speciesIndex = boid->species,
                                        .fullScale = m_inspector.fullScale()},
                                       frame.view.scene(), frame.commands);
    }
}

void Inspector::buildOverlay(const WidgetContext& /*context*/) {
    const FrameLayout& layout = m_services.layout;
    const View view = m_stage.camera().view(layout.aspect());
    inspect();
    m_boid.reset();
    if (const auto& boid = m_stage.director().boid(); boid && !m_stage.camera().isLookingFrom()) {
        m_boid = markOf(m_player.shown().state, *boid, view, layout.width(), layout.height(),
                        m_player.alpha(), layout.scale);
    }
    drawSteering(view);
    if (m_boid) {
        drawBoidMark(*m_boid, layout.scale);
    }
}

/// Draws the boid's steering into the picture, unless the camera looks through its eyes.
void Inspector::drawSteering(const View& view) {
    m_steering.reset();
    const FrameLayout& layout = m_services.layout;
    const std::optional<BoidName>& boid = m_stage.director().boid();
    if (!boid || !m_inspector.now() || !m_inspector.read() || m_stage.camera().isLookingFrom() ||
        !isInspectorDrawn(m_services.panels.panel.layout().folds)) {
        return;
    }
    const InspectorPicture picture{.state = m_player.shown().state,
                                   .boid = *boid,
                                   .inspection = *m_inspector.now(),
                                   .read = *m_inspector.read(),
                                   .fullScale = m_inspector.fullScale(),
                                   .view = view,
                                   .width = layout.width(),
                                   .height = layout.height(),
                                   .alpha = m_player.alpha(),
                                   .scale = layout.scale};
    m_steering = inspectorMarks(picture);
    m_steering->onlyArrow = std::exchange(m_pointed, std::nullopt);
    drawInspectorMarks(*m_steering, layout.scale);
    // A radius being dragged is shown alone.
    if (m_stage.rings().empty()) {
        m_stage.showRings(inspectorRings(picture));
    }
}

void Inspector::probe(nlohmann::ordered_json& json) const {
    using Json = nlohmann::ordered_json;
    json["mark"] = m_boid ? Json{{"x", m_boid->x}, {"y", m_boid->y}, {"radius", m_boid->radius}} : Json();
    json["inspector"] = Json();
    if (!m_inspector.now()) {
        return;
    }
    const Inspection& inspection = *m_inspector.now();
    const auto vector = [](const Vec3f& a) { return Json{a.x, a.y, a.z}; };
    Json pushes = Json::array();
    for (const Inspection::Push& push : inspection.pushes) {
        pushes.push_back({{"rule", push.rule}, {"steering", vector(push.steering)}});
    }
    json["inspector"] = {{"pushes", pushes},
                         {"steering", vector(inspection.steering)},
                         {"velocity_after", vector(inspection.velocityAfter)},
                         {"neighbours", inspection.neighbours.size()}};
    if (m_steering) {
        json["inspector"]["drawn"] = {{"arrows", m_steering->arrows.size()},
                                      {"neighbours", m_steering->neighbours.size()}};
    }
}

}  // namespace shoal
