#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <shoal/state_view.hpp>

#include "viewer/objects/object_shape.hpp"
#include "viewer/window/input_event.hpp"

namespace shoal {

/// A mouse tool that selects, moves and sizes obstacles, goals and attractors, and adds attractors. It
/// changes the scene only by edits, which can be recorded, saved and undone like a slider's.
///
/// A press on an object drags it in the plane that faces the camera, and the wheel moves it along the view
/// meanwhile; a click selects it. The rim of the selected object sizes it.
/// Ctrl + press adds a point that attracts, Ctrl + Shift + press one that scares, at the depth of the flock's
/// centre; while held, the point follows the pointer. Ctrl + press on a point removes it. An attractor that
/// follows the pointer ignores presses, because it is always under the pointer. One that is a hunter swims
/// there, and dashes.
class ObjectTool {
public:
    using Picture = WindowPicture;

    /// The effect of an event. If it is taken, the camera must ignore the event.
    struct Answer {
        bool isTaken = false;
        std::vector<Edit> edits = {};
        std::string said = {};     ///< message for the user, or empty
        std::string removed = {};  ///< key of the object to remove, or empty
        bool isClick = false;      ///< an object was pressed and released without a drag
    };

    /// The object under the pointer.
    struct Pointed {
        WorldObject object;
        float depth = 0.0f;       ///< [m] in front of the eye, along the camera's axis
        bool isOnMarker = false;  ///< on the marker of a goal or an attractor
    };

    /// Call it for every event. `canBegin`: a press would be in the picture, and no drag is in progress
    /// there.
    Answer handle(const InputEvent& event, const StateView& state, const Picture& picture, bool canBegin);

    /// Returns the edits that keep objects under the pointer: attractors with `followsPointer`, at the depth
    /// of the flock's centre, and the object being dragged. Empty if all are already there, and before the
    /// pointer's first move. Call it in every frame while the pointer is over the picture, because the camera
    /// moves as well. `seconds`: since the last call, in which hunters swim.
    std::vector<Edit> follow(const StateView& state, const Picture& picture, float seconds = 0.0f);

    /// Lets hunters dash for a moment, towards the pointer or ahead.
    void dash() { m_dashLeft = kDash; }

    /// Returns the object that a press at the pointer would grab.
    std::optional<Pointed> pointed(const StateView& state, const Picture& picture) const;

    /// Whether the pointer is on the rim of the selected object, or drags it.
    bool isOnRim(const StateView& state, const Picture& picture) const;

    bool isCarrying() const { return m_carried || m_sized; }

    bool isSizing() const { return m_sized.has_value(); }

    /// The key of the selected object, or empty.
    const std::string& selected() const { return m_selected; }
    void select(std::string key) { m_selected = std::move(key); }

    /// Ends the selection and any drag of objects that the scene no longer has.
    void forgetLost(const StateView& state);

    /// Ends a drag and clears the selection, for example when another scene is loaded.
    void drop();

private:
    static constexpr float kDash = 0.5f;  ///< [s]

    struct Carried {
        std::string key;        ///< "attractor.point-1"
        float depth = 0.0f;     ///< [m] depth in front of the eye at which it moves
        float minDepth = 0.0f;  ///< [m]
        glm::dvec2 grip{};      ///< [px] from the pointer to the object
        bool isGoal = false;
        bool hasMoved = false;
        bool isNew = false;  ///< added by the press that drags it
        glm::dvec2 start{};  ///< the pointer's position when it was picked up
    };

    struct Sized {
        std::string key;
        std::vector<std::pair<std::string_view, float>> sizes;  ///< when pressed
        float reach = 0.0f;  ///< [m] how near the line of sight passed to its centre, when pressed
    };

    Answer press(const ButtonChanged& button, const StateView& state, const Picture& picture);
    Answer put(const StateView& state, const Picture& picture, bool isScare);
    Answer carry(const StateView& state, const Picture& picture, float timesDepth = 1.0f);
    Answer resize(const StateView& state, const Picture& picture) const;
    void takeUpGoal(const StateView& state, const Picture& picture);
    std::optional<WorldObject> rimUnderPointer(const StateView& state, const Picture& picture) const;
    void takeRim(const WorldObject& object, const StateView& state, const Picture& picture);
    Vec3f hunted(const WorldObject& hunter, const Vec3f& wanted, float seconds);
    Vec3f carriedPlace(const Picture& picture) const;
    double pointerDistance(const glm::vec2& at) const;  ///< in window coordinates

    glm::dvec2 m_pointer{0.0};
    bool m_hasPointer = false;  ///< the position is known
    int m_named = 0;            ///< number of points named so far
    std::optional<Carried> m_carried;
    std::optional<Sized> m_sized;
    std::string m_selected;
    float m_dashLeft = 0.0f;  ///< [s]
    Vec3f m_heading{};        ///< of the hunter's last move; zero before the first
};

}  // namespace shoal
