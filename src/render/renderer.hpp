#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <shoal/result.hpp>
#include <shoal/scene.hpp>
#include <shoal/simulation.hpp>

#include "render/camera.hpp"
#include "render/swimmers.hpp"
#include "render/tile.hpp"

namespace shoal {

/// A translucent sphere about a point, to show a radius while it is being set.
struct Ring {
    Vec3f centre;                      ///< [m]
    float radius = 1.0f;               ///< [m]
    Vec3f colour{0.3f, 0.75f, 0.83f};  ///< sRGB, 0 .. 1
};

/// One boid of the scene.
struct BoidName {
    std::size_t species = 0;
    std::uint32_t id = 0;
};

/// How much of the flock a picture draws. The others exist to be compared with the first.
enum class Drawing {
    asSeen,      ///< what is in view, in as much detail as can be seen
    fullDetail,  ///< what is in view, all in full detail
    everything,  ///< all of it in full detail, in view or not
};

/// What a picture cost.
struct DrawCost {
    std::array<std::size_t, 3> bodies{};  ///< drawn, by level of detail, the finest first
    std::size_t calls = 0;                ///< draw calls
    std::size_t frameBytes = 0;           ///< handed to the driver for this picture alone
    std::size_t uploadBytes = 0;          ///< handed to it by the last upload()

    std::size_t allBodies() const { return bodies[0] + bodies[1] + bodies[2]; }
};

/// One picture to draw.
struct Frame {
    int width = 1;             ///< [px] of the whole picture; below 1 draws nothing
    int height = 1;            ///< [px]
    unsigned framebuffer = 0;  ///< an Offscreen's
    float alpha = 1.0f;        ///< 0 the state one step ago .. 1 the state now
    double seconds = 0.0;      ///< of simulated time: moves the light on the water and the particles
    View view;
    LookSettings look;
    bool isTransparent = false;  ///< nothing behind the bodies
    std::optional<BoidName> highlighted;
    std::span<const Ring> rings;
    Drawing drawing = Drawing::asSeen;
    std::optional<Tile> tile = std::nullopt;  ///< the part of it that the framebuffer holds; all when empty
};

/// One species' bodies, as upload() takes them.
struct School {
    const Flock* flock = nullptr;
    const Swimmers* swimmers = nullptr;
    float bodyLength = 0.25f;  ///< [m]
    float hue = 0.0f;          ///< [rad] on the colour wheel, red at 0
    float tint = 0.0f;         ///< 0 .. 1 how much of that colour they take on
    Species::Body body = Species::Body::fish;
    const Ground* ground = nullptr;  ///< where beasts and cats stand, or nothing
};

/// Draws a place and everything in it with OpenGL 3.3 core, in linear light; the framebuffer must be sRGB,
/// which encodes it. The context of its creation must be current in every call and when it is destroyed.
class Renderer {
public:
    /// Shaders come from the binary, or from `shaderDir` when it is not empty. A problem names the shader and
    /// its line, or what is missing.
    /// `mostTexels` bounds the buffers that hold the bodies; 0 for what the driver can.
    static Result<std::unique_ptr<Renderer>> create(const std::filesystem::path& shaderDir = {},
                                                    int mostTexels = 0);
    ~Renderer();
    Renderer(const Renderer&) = delete;
    Renderer& operator=(const Renderer&) = delete;

    /// Takes over the state of every flock; call it once after each fixed step, and after a load or restart.
    /// `swimmers` has one for each species.
    void upload(const Simulation& simulation, std::span<const Swimmers> swimmers);
    void upload(const World& world, std::span<const School> schools);

    /// Clears the framebuffer and draws. Leaves blending, depth test, culling, sRGB conversion off and no
    /// program, vertex array or buffer bound; the framebuffer stays as in `frame`.
    void draw(const Frame& frame);

    /// With a shader folder: compiles again what changed there. A shader with a mistake leaves the picture as
    /// it was, and its problem is reported once.
    Outcome reloadShadersIfChanged();

    /// Whether the last picture could be drawn: the driver may refuse a shader that it had not seen before,
    /// and then the picture is left empty; or the card may have run out of memory.
    Outcome lastPicture() const;

    /// Of the last picture.
    const DrawCost& cost() const;

    /// Bodies in the last picture, after leaving out those that could not be seen.
    std::size_t drawnBodies() const { return cost().allBodies(); }

    /// For tests: uniforms set by name that no shader has, and those of shaders that were never set.
    std::vector<std::string> uniformFaults() const;

private:
    struct Core;
    explicit Renderer(std::unique_ptr<Core> core);
    std::unique_ptr<Core> m_core;
};

}  // namespace shoal
