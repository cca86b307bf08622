#pragma once

#include <optional>
#include <string>
#include <vector>

#include "play/player.hpp"
#include "viewer/inspect/boid_inspector.hpp"
#include "viewer/inspect/boid_mark.hpp"
#include "viewer/inspect/inspector_card.hpp"
#include "viewer/inspect/inspector_marks.hpp"
#include "viewer/inspect/panel_shown.hpp"
#include "viewer/objects/object_marks.hpp"
#include "viewer/objects/window_picture.hpp"
#include "viewer/stage/frame_layout.hpp"
#include "viewer/stage/stage.hpp"

namespace shoal {

/// What is marked in the picture: the boid followed with what steers it, the radius whose slider is held, and
/// the objects pointed at.
class Marks {
public:
    /// All must outlive this.
    Marks(Player& player, Stage& stage, Background& background)
        : m_player(player), m_stage(stage), m_inspector(background, player.copyOfB()) {}

    /// Inspects the boid followed. Call before the panels are built.
    void inspect();
    /// What the inspector shows of it; empty if it shows nothing.
    std::optional<InspectorInput> inspectorInput() const;
    /// The name of the boid followed: "sardine 12".
    std::optional<std::string> followedName() const;

    /// Shows what the panel, as just built, wants shown: the radius and the world of a slider that is held.
    void show(const PanelShown& shown);

    /// Draws the marks of the boid followed within an ImGui frame; its steering if the inspector draws it.
    void drawBoid(const FrameLayout& layout, bool drawsSteering);
    void drawObjects(const ObjectTool& tool, const WindowPicture& picture, bool isPointing);

    /// To be drawn into the scene.
    const std::vector<Ring>& rings() const { return m_rings; }
    /// Forgets the boid around which a radius is shown: another scene begins.
    void drop() { m_ringed.reset(); }

    // As drawn.
    const std::optional<BoidMark>& boid() const { return m_boid; }
    const std::optional<Inspection>& inspected() const { return m_inspector.now(); }
    const std::optional<InspectorMarks>& steering() const { return m_steering; }
    const ObjectMarks& objects() const { return m_objects; }

private:
    void updateRings(const std::optional<ShownRadius>& shown);
    void drawSteering(const FrameLayout& layout, const View& view, bool isWanted);

    Player& m_player;
    Stage& m_stage;
    BoidInspector m_inspector;
    std::optional<BoidName> m_ringed;  ///< shows the ring while a radius slider is held
    std::vector<Ring> m_rings;
    std::optional<BoidMark> m_boid;  ///< of the boid followed, if it is in the picture
    std::optional<InspectorMarks> m_steering;
    ObjectMarks m_objects;
};

}  // namespace shoal
