#pragma once

#include <optional>

#include "render/camera/camera.hpp"
#include "viewer/window/input_event.hpp"

namespace shoal {

/// The flight keys that are down.
struct FlyKeys {
    bool left = false, right = false, up = false, down = false, ahead = false, back = false;
    bool any() const { return left || right || up || down || ahead || back; }
};

/// Turns mouse input in the picture into camera movement: dragging turns the camera, and with another button
/// or with Shift it moves it sideways; the other way round where the picture is a map. A drag that began on
/// the panel never moves the camera; one that began in the picture continues over the panel.
class CameraInput {
public:
    /// A point in window coordinates.
    struct Point {
        double x = 0.0;
        double y = 0.0;
    };

    /// Handles one event. `isOverPanel`: the panel has the mouse. `viewHeight` is in window coordinates.
    /// Returns the position of a click: a press and release of the left button in the picture without a drag.
    std::optional<Point> handle(const InputEvent& event, Camera& camera, bool isOverPanel, double viewHeight);

    /// Flies the camera while keys are down. Call once a frame.
    static void fly(const FlyKeys& keys, Camera& camera, float seconds);

    bool isDragging() const { return m_drag.has_value(); }

    /// The pointer's last known position, in window coordinates.
    Point pointer() const { return m_pointer; }

private:
    std::optional<Point> handleButton(const ButtonChanged& button, bool isOverPanel);
    void drag(const Point& to, Camera& camera, double viewHeight);

    struct Drag {
        MouseButton button = MouseButton::left;
        bool isOther = false;  ///< with another button, or with Shift
        bool hasMoved = false;
        Point start;
    };
    std::optional<Drag> m_drag;
    Point m_pointer;
};

}  // namespace shoal
