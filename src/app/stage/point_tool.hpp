#pragma once

#include <optional>
#include <string>
#include <vector>

#include <shoal/simulation.hpp>

#include "app/stage/point_handles.hpp"
#include "app/window/input_event.hpp"

namespace shoal {

/// A mouse tool that adds attractors to the world and drags attractors and goals. It changes the scene by
/// edits only, so its work can be recorded, saved and undone like a slider's.
///
/// Ctrl + press adds a point that attracts, Ctrl + Shift + press one that scares, at the depth of the flock's
/// centre; while held, the point follows the pointer. Ctrl + press on a point removes it. A press on a point
/// or a goal drags it in the plane that faces the camera; one that is out of view is dragged by its handle at
/// the edge of the picture. An attractor that follows the pointer takes no presses, because it is always
/// under the pointer.
class PointTool {
public:
    using Picture = WindowPicture;

    /// The effect of an event. The camera must ignore an event that is taken.
    struct Answer {
        bool isTaken = false;
        std::vector<Edit> edits;
        std::string said;      ///< message for the user, or empty
        bool isClick = false;  ///< marker pressed and released without a drag: the click passes through
    };

    /// Call it for every event. `canBegin`: a press would be in the picture, and no drag is in progress
    /// there.
    Answer handle(const InputEvent& event, const Simulation& simulation, const Picture& picture,
                  bool canBegin);

    /// Returns the edits that move each attractor with `followsPointer` under the pointer, at the depth of
    /// the flock's centre. Empty if all are there already, and before the pointer's first move. Call it in
    /// every frame while the pointer is over the picture, because the camera moves as well.
    std::vector<Edit> follow(const Simulation& simulation, const Picture& picture) const;

    bool isCarrying() const { return m_carried.has_value(); }

    /// Releases what is being dragged, as when another scene is loaded.
    void drop() { m_carried.reset(); }

private:
    struct Carried {
        std::string key;  ///< "attractor.point-1"
        Vec3f place;      ///< [m] where it was picked up
        Vec3f grip;       ///< [m] from the pointer's position to `place`
        bool isGoal = false;
        bool isBeyond = false;  ///< taken up at the edge of the picture
        bool hasMoved = false;
        bool isNew = false;  ///< added by the press that drags it
        double x = 0.0;      ///< the pointer's position when it was picked up
        double y = 0.0;
    };

    Answer press(const ButtonChanged& button, const Simulation& simulation, const Picture& picture);
    Answer put(const Simulation& simulation, const Picture& picture, bool isScare);
    Answer carry(const Simulation& simulation, const Picture& picture);
    void takeUpGoal(const Simulation& simulation);
    std::optional<Carried> pointedAt(const Simulation& simulation, const Picture& picture) const;
    double pointerDistance(const glm::vec2& at) const;  ///< in window coordinates
    Vec3f placeUnder(const Picture& picture, const Vec3f& depthPoint) const;

    double m_x = 0.0;  ///< the pointer's position
    double m_y = 0.0;
    bool m_hasPointer = false;  ///< the position is known
    int m_named = 0;            ///< number of points named so far
    std::optional<Carried> m_carried;
};

}  // namespace shoal
