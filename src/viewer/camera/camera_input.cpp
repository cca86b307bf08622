#include "viewer/camera/camera_input.hpp"

#include <algorithm>
#include <cmath>

namespace shoal {

namespace {

constexpr float kOrbitPerHeight = 3.14159265f;  // [rad] for a drag across the window's height
constexpr double kZoomPerNotch = 0.88;

}  // namespace

std::optional<CameraInput::Point> CameraInput::handle(const InputEvent& event, Camera& camera,
                                                      bool isOverPanel, double viewHeight) {
    if (const auto* button = std::get_if<ButtonChanged>(&event)) {
        return handleButton(*button, isOverPanel);
    }
    if (const auto* moved = std::get_if<PointerMoved>(&event)) {
        const Point to{moved->x, moved->y};
        if (m_drag) {
            drag(to, camera, viewHeight);
        }
        m_pointer = to;
    } else if (const auto* wheel = std::get_if<WheelTurned>(&event)) {
        if (!isOverPanel) {
            camera.zoom(static_cast<float>(std::pow(kZoomPerNotch, std::clamp(wheel->up, -20.0, 20.0))));
        }
    }
    return std::nullopt;
}

std::optional<CameraInput::Point> CameraInput::handleButton(const ButtonChanged& button, bool isOverPanel) {
    if (button.isDown) {
        if (!m_drag && !isOverPanel) {
            const bool isOther = button.button != MouseButton::left || button.hasShift;
            m_drag = Drag{.button = button.button, .isOther = isOther, .hasMoved = false, .start = m_pointer};
        }
        return std::nullopt;
    }
    if (!m_drag || m_drag->button != button.button) {
        return std::nullopt;
    }
    const Drag ended = *m_drag;
    m_drag.reset();
    if (ended.hasMoved || ended.button != MouseButton::left) {
        return std::nullopt;
    }
    return ended.start;
}

void CameraInput::drag(const Point& to, Camera& camera, double viewHeight) {
    if (!m_drag->hasMoved) {
        if (std::hypot(to.x - m_drag->start.x, to.y - m_drag->start.y) < kClickDistance) {
            return;
        }
        m_drag->hasMoved = true;
    }
    const double height = std::max(1.0, viewHeight);
    const auto dx = static_cast<float>((to.x - m_pointer.x) / height);
    const auto dy = static_cast<float>((to.y - m_pointer.y) / height);
    // An orthographic picture is a map: dragging moves it.
    if (m_drag->isOther != camera.isMap()) {
        // The picture follows the pointer, so the camera moves the opposite way.
        camera.pan(-dx, dy);
    } else {
        camera.orbit(-dx * kOrbitPerHeight, dy * kOrbitPerHeight);
    }
}

void CameraInput::fly(const FlyKeys& keys, Camera& camera, float seconds) {
    if (!keys.any()) {
        return;
    }
    const auto axis = [](bool positive, bool negative) {
        return static_cast<float>(positive) - static_cast<float>(negative);
    };
    const float up = axis(keys.up, keys.down);
    const float ahead = axis(keys.ahead, keys.back);
    // On a map, ahead is up.
    const Vec3f move = camera.isMap() ? Vec3f{0.0f, up + ahead, 0.0f} : Vec3f{0.0f, up, ahead};
    camera.fly(move + Vec3f{axis(keys.right, keys.left), 0.0f, 0.0f}, seconds);
}

}  // namespace shoal
