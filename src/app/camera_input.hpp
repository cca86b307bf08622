#pragma once

#include <optional>

#include "app/input_event.hpp"
#include "render/camera.hpp"

namespace shoal {

/// Which flying keys are down.
struct FlyKeys {
    bool left = false, right = false, up = false, down = false, ahead = false, back = false;
    bool any() const { return left || right || up || down || ahead || back; }
};

/// Turns what the mouse does in the picture into movements of the camera. A drag that began on the panel
/// never moves the camera, and one that began in the picture goes on over the panel.
class CameraInput {
public:
    /// A point in window coordinates.
    struct Point {
        double x = 0.0;
        double y = 0.0;
    };

    /// One event. `isOverPanel`: the panel has the mouse. `viewHeight` in window coordinates. Gives the place
    /// of a click, a press and release in the picture without moving between.
    std::optional<Point> handle(const InputEvent& event, Camera& camera, bool isOverPanel, double viewHeight);

    /// Flies for as long as keys are down; once a frame.
    static void fly(const FlyKeys& keys, Camera& camera, float seconds);

    bool isDragging() const { return m_drag.has_value(); }

    /// Where the pointer was at the last event, in window coordinates.
    Point pointer() const { return m_pointer; }

private:
    std::optional<Point> handleButton(const ButtonChanged& button, bool isOverPanel);
    void drag(const Point& to, Camera& camera, double viewHeight);

    struct Drag {
        MouseButton button = MouseButton::left;
        bool isPan = false;
        bool hasMoved = false;
        Point start;
    };
    std::optional<Drag> m_drag;
    Point m_pointer;
};

}  // namespace shoal
