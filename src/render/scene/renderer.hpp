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

#include "capture/picture/image.hpp"
#include "render/bodies/body_animation.hpp"
#include "render/camera/camera.hpp"
#include "render/picture/tile.hpp"

namespace shoal {

/// A translucent sphere about a point that shows a radius while it is being set.
struct Ring {
    Vec3f centre;                      ///< [m]
    float radius = 1.0f;               ///< [m]
    Vec3f colour{0.3f, 0.75f, 0.83f};  ///< sRGB, 0 .. 1
};

/// A point of a line in the world. Consecutive points are joined.
struct LinePoint {
    Vec3f place;               ///< [m]
    float width = 0.01f;       ///< [m] of the line
    std::uint32_t colour = 0;  ///< sRGB and opacity, a byte each from the lowest; opacity 0 ends a line
};

/// One boid of the scene.
struct BoidName {
    std::size_t species = 0;
    std::uint32_t id = 0;
};

/// How many scenes a renderer holds.
inline constexpr std::size_t kSlots = 2;

/// How much of the flock a frame draws. The last two exist for comparison with the first.
enum class Drawing {
    asSeen,      ///< bodies in view, in as much detail as can be seen
    fullDetail,  ///< bodies in view, in full detail
    everything,  ///< all bodies in full detail, in view or not
};

/// The cost of one frame.
struct DrawCost {
    std::array<std::size_t, 3> bodies{};  ///< drawn, by level of detail, finest first
    std::size_t calls = 0;                ///< draw calls
    std::size_t frameBytes = 0;           ///< passed to the driver for this frame alone
    std::size_t uploadBytes = 0;          ///< passed to the driver by the last upload()

    std::size_t allBodies() const { return bodies[0] + bodies[1] + bodies[2]; }
};

/// One frame to draw.
struct Frame {
    ImageSize size;            ///< of the whole frame; a side below 1 draws nothing
    unsigned framebuffer = 0;  ///< of an Offscreen or a WindowCanvas
    float alpha = 1.0f;        ///< 0 is the state one step ago .. 1 the current state
    double seconds = 0.0;      ///< simulated time; animates the light on the water and the particles
    View view;
    LookSettings look;
    bool isTransparent = false;  ///< no backdrop and no particles
    std::optional<BoidName> highlighted;
    std::span<const Ring> rings;
    std::span<const LinePoint> lines;
    Drawing drawing = Drawing::asSeen;
    std::optional<Tile> tile = std::nullopt;  ///< the part that the framebuffer holds; all if empty
};

/// One species' bodies, as passed to upload().
struct BodyBatch {
    const Flock* flock = nullptr;
    const BodyAnimation* animations = nullptr;
    float bodyLength = 0.25f;  ///< [m]
    float hue = 0.0f;          ///< [rad] on the colour wheel, red at 0
    float tint = 0.0f;         ///< 0 .. 1: how much of that colour the bodies take on
    Species::Body body = Species::Body::fish;
    const Ground* ground = nullptr;  ///< where beasts and cats stand; may be null
    float mouth = 0.0f;              ///< redness of a fish's mouth, 0 .. 1
    /// By id: a colour that a body takes on, and how strongly, a byte each from the lowest: sRGB red, green,
    /// blue; strength, 0 none .. 255. A body beyond the end has its natural colours.
    std::span<const std::uint32_t> colours = {};
};

/// Draws a place and everything in it with OpenGL 3.3 core, in linear light. The framebuffer must be sRGB,
/// which does the encoding. The context current on creation must be current in every call and on destruction.
class Renderer {
public:
    /// Shaders come from the binary, or from `shaderDir` if it is not empty. A problem names the shader and
    /// line, or the missing part. `maxTexels` limits the buffers that hold the bodies; 0 for the driver's
    /// limit.
    static Result<std::unique_ptr<Renderer>> create(const std::filesystem::path& shaderDir = {},
                                                    int maxTexels = 0);
    ~Renderer();
    Renderer(const Renderer&) = delete;
    Renderer& operator=(const Renderer&) = delete;

    /// The renderer holds two scenes, each with buffers of its own, so that two can be drawn in one frame
    /// without being uploaded anew. upload() and draw() refer to the one selected; 0 at first.
    void select(std::size_t slot);

    /// Copies the state of every flock; call after each fixed step, and after a load or restart. `animations`
    /// has one entry per species. `colours` has each species' BodyBatch::colours; those left out are empty.
    void upload(const Simulation& simulation, std::span<const BodyAnimation> animations,
                std::span<const std::vector<std::uint32_t>> colours = {});
    void upload(const World& world, std::span<const BodyBatch> bodyBatches);

    /// Clears the framebuffer and draws. Leaves blending, depth test, culling and sRGB conversion off and no
    /// program, vertex array or buffer bound; `frame.framebuffer` stays bound.
    void draw(const Frame& frame);

    /// With a shader folder, recompiles the shaders if any file changed. A pass whose new shaders fail keeps
    /// the old ones; the problem is reported once.
    Outcome reloadShadersIfChanged();

    /// Whether the last frame could be drawn. The driver may reject a shader on its first use, which leaves
    /// the frame empty, or the card may run out of memory.
    Outcome lastFrame() const;

    /// Cost of the last frame.
    const DrawCost& cost() const;

    /// Bodies drawn in the last frame, after culling.
    std::size_t drawnBodies() const { return cost().allBodies(); }

    /// For tests: uniforms set by name that no shader has, and uniforms of shaders that were never set.
    std::vector<std::string> uniformFaults() const;

private:
    struct Core;
    explicit Renderer(std::unique_ptr<Core> core);
    std::unique_ptr<Core> m_core;
};

}  // namespace shoal
