#pragma once

#include <optional>
#include <string>
#include <vector>

#include <shoal/simulation.hpp>

#include "app/input_event.hpp"
#include "app/picking.hpp"

namespace shoal {

/// The hand that puts attractors into the world and carries them, and goals, about with the mouse. All that
/// it does is edits, so it can be recorded, saved and undone like a slider.
///
/// Ctrl + press puts down a point that attracts, Ctrl + Shift + press one that scares, as deep in the picture
/// as the flock's middle; held, it goes with the pointer. Ctrl + press on one takes it away. A press on one,
/// or on a goal, carries it in the plane that faces the camera.
class PointTool {
public:
    /// What the pointer points into.
    struct Picture {
        View view;
        double width = 1.0;  ///< of the window, in its coordinates
        double height = 1.0;
    };

    /// What an event led to. One that is taken means nothing to the camera.
    struct Answer {
        bool isTaken = false;
        std::vector<Edit> edits;
        std::string said;      ///< for the user, or empty
        bool isClick = false;  ///< pressed on a marker and let go: meant for what is behind it
    };

    /// To be told of every event. `canBegin`: a press would be on the picture, and no drag goes on there.
    Answer handle(const InputEvent& event, const Simulation& simulation, const Picture& picture,
                  bool canBegin);

    bool isCarrying() const { return m_carried.has_value(); }

    /// Lets go, as when another scene is loaded.
    void drop() { m_carried.reset(); }

private:
    struct Carried {
        std::string key;  ///< "attractor.point-1"
        Vec3f place;      ///< [m] where it was taken up
        Vec3f grip;       ///< [m] from where the pointer was to that place
        bool isGoal = false;
        bool hasMoved = false;
        bool isNew = false;  ///< put down by the press that carries it
        double x = 0.0;      ///< where the pointer was
        double y = 0.0;
    };

    Answer press(const ButtonChanged& button, const Simulation& simulation, const Picture& picture);
    Answer put(const Simulation& simulation, const Picture& picture, bool isScare);
    Answer carry(const Simulation& simulation, const Picture& picture);
    void takeUpGoal(const Simulation& simulation);
    std::optional<Carried> pointedAt(const Simulation& simulation, const Picture& picture) const;
    Vec3f placeUnder(const Picture& picture, const Vec3f& asDeepAs) const;

    double m_x = 0.0;  ///< where the pointer is
    double m_y = 0.0;
    int m_named = 0;  ///< points given a name so far
    std::optional<Carried> m_carried;
};

}  // namespace shoal
