#pragma once

#include <optional>
#include <string>
#include <vector>

#include "viewer/camera/camera_input.hpp"
#include "viewer/camera/views.hpp"
#include "viewer/compare/comparison.hpp"
#include "viewer/inspect/marks.hpp"
#include "viewer/objects/object_tool.hpp"
#include "viewer/panels.hpp"

namespace shoal {

/// The mouse and the flight keys in the picture: they move the camera, choose boids, and handle objects.
class Pointer {
public:
    /// The last three must outlive this.
    Pointer(const Services& services, Views& views, Comparison& comparison, Panels& panels)
        : m_window(services.window),
          m_player(services.player),
          m_stage(services.stage),
          m_messages(services.messages),
          m_layout(services.layout),
          m_commands(services.commands),
          m_views(views),
          m_comparison(comparison),
          m_panels(panels) {}

    /// Adds its commands to the table. `pointer` may be null if none of them is run.
    static void declare(CommandTable& commands, Pointer* pointer);

    /// Handles an event that no panel took.
    void handle(const InputEvent& event);

    /// Moves what follows the pointer. Call once a frame, because the camera moves as well.
    void follow();

    /// The flight keys held since the last call.
    FlyKeys takeFlyKeys();

    void add(NewObject kind);
    void removeSelected();
    void select(const std::string& key) { m_tool.select(key); }
    /// Where the selected point lies; none while it is dragged or follows the pointer. The camera keeps it in
    /// view, with the flock that flees from it.
    std::optional<Vec3f> placeToKeep() const;

    /// Whether nothing in the picture is dragged or selected, so that the camera may turn as it likes.
    bool isIdle() const { return !m_cameraInput.isDragging() && !m_tool.isCarrying() && selected().empty(); }

    /// The key of the selected object, or empty.
    const std::string& selected() const { return m_tool.selected(); }
    void makeChosenLeader();

    /// Forgets objects that the scene no longer has.
    void forgetLost() { m_tool.forgetLost(m_player.shown().state); }
    /// Drops the held and the selected object: another scene begins.
    void drop() { m_tool.drop(); }

    void drawObjects(Marks& marks) const;

private:
    std::optional<WindowPicture> picturePointedAt() const;
    bool isOnOtherFlock(double x) const;
    bool handleObjects(const InputEvent& event, bool isOnPicture);
    void click(const CameraInput::Point& at);
    void queueEdits(const std::vector<Edit>& edits, const std::string& said);
    bool remove(const std::string& key);

    Window& m_window;
    Player& m_player;
    Stage& m_stage;
    Messages& m_messages;
    const FrameLayout& m_layout;
    const CommandTable& m_commands;
    Views& m_views;
    Comparison& m_comparison;
    Panels& m_panels;
    CameraInput m_cameraInput;
    ObjectTool m_tool;
    std::vector<int> m_pressedKeys;  ///< in the picture, since the camera flew last
};

}  // namespace shoal
