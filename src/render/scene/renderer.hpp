#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <shoal/result.hpp>
#include <shoal/scene.hpp>
#include <shoal/state_view.hpp>

#include "render/card/light_area.hpp"
#include "render/frame/body_batch.hpp"
#include "render/frame/frame.hpp"
#include "render/gl/pass_timer.hpp"

namespace shoal {

class BodyStore;
class FullScreenProgram;
class DustField;
class OpticalDepth;
class VisibleBodies;

/// Draws a place and everything in it with OpenGL 4.3 core: first in linear light into a target of its own,
/// then as a finished picture into an sRGB framebuffer, which does the encoding. The context current on
/// creation must be current in every call and on destruction.
class Renderer {
public:
    /// Shaders come from the binary, or from `shaderDir` if it is not empty. All of a folder's are linked at
    /// once. A problem names the shader and line, or the missing part.
    static Result<std::unique_ptr<Renderer>> create(const std::filesystem::path& shaderDir = {});
    ~Renderer();
    Renderer(const Renderer&) = delete;
    Renderer& operator=(const Renderer&) = delete;

    /// The renderer holds two scenes, each with buffers of its own, so that two can be drawn in one frame
    /// without being uploaded anew. upload() and draw() refer to the one selected; 0 at first.
    void select(std::size_t slot);

    /// Copies the state of every flock; call after fixed steps, and after a load or restart. Bodies move on
    /// from the state before if `beginning` is that of the last call and not 0, and begin straight otherwise.
    /// `colours` has each species' BodyBatch::colours; those left out are empty.
    void upload(const StateView& state, std::uint64_t beginning = 0,
                std::span<const std::vector<std::uint32_t>> colours = {}, int threads = 1);
    void upload(const World& world, std::span<const BodyBatch> bodyBatches, const StateTime& time = {});

    /// Why bodies in files cannot be read, by file; others stand in. The next upload() tries them again.
    std::map<std::string, std::string> takeBodyProblems();

    /// Lets the bodies move on to this state. Upload another before the next draw().
    void animate(const StateView& state, std::uint64_t beginning, int threads = 1);

    /// Draws over everything in the framebuffer. Leaves blending, depth test, culling and sRGB conversion off
    /// and no program, vertex array or buffer bound; `frame.framebuffer` stays bound.
    void draw(const Frame& frame);

    /// The last part of draw() alone, for light that was drawn with Frame::isLight. `light` covers the
    /// frame's tile; of the frame only size, framebuffer, tile, look, isTransparent and smoothsEdges matter.
    /// Fails if the card runs out of memory.
    Outcome post(const Frame& frame, const LightArea& light);

    /// With a shader folder, recompiles the shaders if any file changed. A program whose new shaders fail
    /// keeps the old ones; the problem is reported once. Returns whether all are as in the files again.
    Result<bool> reloadShadersIfChanged();

    /// The program that averages exposures, linked.
    Result<FullScreenProgram*> averageProgram();

    /// Whether the last frame could be drawn. The driver may reject a shader on its first use, which leaves
    /// the frame empty, or the card may run out of memory.
    Outcome lastFrame() const;

    /// Whether the last frame was drawn without some of its shaders, or compiled some.
    bool isCompiling() const;

    /// Samples per pixel of the last frame.
    int samples() const;

    /// Cost of the last frame. Its numbers of bodies are those of the newest frame that the card has
    /// finished.
    DrawCost cost();

    /// Bodies drawn in that frame, after culling.
    std::size_t drawnBodies() { return cost().allBodies(); }

    /// Times the passes of the frames that follow, off at first; passTimes() has the newest times.
    void timePasses(PassTimer::Mode mode);
    std::vector<PassTime> passTimes();

    /// For tests: the bodies of the selected scene, those of the last frame, and what light they left.
    const BodyStore& bodies() const;
    const VisibleBodies& visibleBodies() const;
    const OpticalDepth& opticalDepth() const;
    const DustField& dust() const;

    /// For tests: the files of all programs.
    std::vector<std::string> shaderFiles() const;

    /// For tests: uniforms set by name that no shader has, and uniforms of shaders that were never set.
    std::vector<std::string> uniformFaults() const;

private:
    struct Core;
    explicit Renderer(std::unique_ptr<Core> core);
    std::unique_ptr<Core> m_core;
};

}  // namespace shoal
