#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>

#include "app/playback/session.hpp"
#include "render/scene/camera.hpp"
#include "render/scene/renderer.hpp"

namespace shoal {

/// Draws a session with a renderer and a camera. An OpenGL context must be current.
class Stage {
public:
    static Result<std::unique_ptr<Stage>> create(const CameraSettings& settings,
                                                 const std::filesystem::path& shaderDir);

    Camera& camera() { return m_camera; }
    const Camera& camera() const { return m_camera; }
    Renderer& renderer() { return *m_renderer; }

    /// Cuts to the scene's own camera, aimed at the flock.
    void beginScene(const Session& session);

    /// Reserves the left part of the picture, `covered` (0 .. 1) of its width, for a panel.
    void setCovered(float covered);
    float covered() const { return m_covered; }

    struct Picture {
        int width = 1;  ///< [px] of the whole picture
        int height = 1;
        unsigned framebuffer = 0;  ///< of an Offscreen or a WindowCanvas
        float alpha = 1.0f;
        bool isTransparent = false;
        std::optional<BoidName> highlighted;
        std::span<const Ring> rings;
        Drawing drawing = Drawing::asSeen;
        std::optional<CameraPose> pose = std::nullopt;  ///< the camera's own if empty
        std::optional<Tile> tile = std::nullopt;        ///< what the framebuffer holds; all if empty
    };

    /// Uploads changed state, then draws.
    void draw(const Session& session, const Picture& picture);

    /// Tells the camera where the flock is. Call once a frame.
    void attend(const Session& session);

private:
    Stage(std::unique_ptr<Renderer> renderer, const CameraSettings& settings)
        : m_renderer(std::move(renderer)), m_camera(settings) {}

    std::unique_ptr<Renderer> m_renderer;
    Camera m_camera;
    std::uint64_t m_uploaded = 0;
    std::uint64_t m_uploadedLook = 0;
    float m_covered = 0.0f;
};

/// Extent of the bulk of the largest flock, of all species.
FlockExtent sceneExtent(const Simulation& simulation);

}  // namespace shoal
