#pragma once

#include <optional>
#include <string>
#include <vector>

#include "viewer/camera/camera_input.hpp"
#include "viewer/camera/views.hpp"
#include "viewer/feature/services.hpp"
#include "viewer/host/panels.hpp"
#include "viewer/objects/new_object.hpp"
#include "viewer/objects/object_marks.hpp"
#include "viewer/objects/object_tool.hpp"

namespace shoal {

/// The mouse and the flight keys in the picture: they move the camera, choose boids, and handle objects.
class Pointer {
public:
    explicit Pointer(const Services& services);

    /// Adds its commands to the table. `pointer` may be null if none of them is run.
    static void declare(CommandTable& commands, Pointer* pointer);

    /// Handles an event that no panel took.
    void handle(const InputEvent& event);

    /// Moves what follows the pointer. Call once a frame, because the camera moves as well.
    void follow(double seconds);

    /// The flight keys held since the last call.
    FlyKeys takeFlyKeys();

    void add(NewObject kind);
    /// Adds a hunter that follows the pointer, or sends it away.
    void toggleHunter();
    bool hasHunter() const { return hunter().has_value(); }
    void removeSelected();
    void select(const std::string& key) { m_tool.select(key); }
    /// Where the selected point lies; none while it is dragged or follows the pointer. The camera keeps it in
    /// view, with the flock that flees from it.
    std::optional<Vec3f> placeToKeep() const;

    /// Whether a stone or a goal is selected: it should stay where it is in the picture.
    bool isPlacing() const;

    /// Whether nothing in the picture is dragged or selected, so that the camera may turn as it likes.
    bool isIdle() const { return !m_cameraInput.isDragging() && !m_tool.isCarrying() && selected().empty(); }

    /// The key of the selected object, or empty.
    const std::string& selected() const { return m_tool.selected(); }
    void makeChosenLeader();

    /// Forgets objects that the scene no longer has.
    void forgetLost() { m_tool.forgetLost(m_player.shown().state); }
    /// Drops the held and the selected object: another scene begins.
    void drop() { m_tool.drop(); }

    /// Draws the marks of objects within an ImGui frame.
    void drawMarks();
    /// As drawn.
    const ObjectMarks& objectMarks() const { return m_marks; }

private:
    std::optional<WindowPicture> picturePointedAt() const;
    std::optional<WorldObject> hunter() const;
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
    Panels& m_panels;
    CameraInput m_cameraInput;
    ObjectTool m_tool;
    std::string m_removed;  ///< the object removed last: still shown until that is carried out
    ObjectMarks m_marks;
    std::vector<int> m_pressedKeys;  ///< in the picture, since the camera flew last
};

}  // namespace shoal
