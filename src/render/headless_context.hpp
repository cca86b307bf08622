#pragma once

#include <memory>
#include <vector>

#include <shoal/result.hpp>

#include "render/gpu.hpp"

namespace shoal {

/// An OpenGL 3.3 core context without window or X server, current on the thread that created it. Draw into an
/// Offscreen: it has no framebuffer of its own.
class HeadlessContext {
public:
    /// The problem says what to install, or which devices there are.
    static Result<HeadlessContext> create(const GpuChoice& choice = {});

    /// All devices that can draw, in the order of GpuChoice's numbers. Leaves no context current.
    static std::vector<Gpu> gpus();

    ~HeadlessContext();
    HeadlessContext(HeadlessContext&&) noexcept;
    HeadlessContext& operator=(HeadlessContext&&) noexcept;

    const Gpu& gpu() const { return m_gpu; }

    /// Makes it current again, after another context was.
    void makeCurrent() const;

private:
    struct Handles;
    struct Search;
    HeadlessContext(std::unique_ptr<Handles> handles, Gpu gpu);
    std::unique_ptr<Handles> m_handles;
    Gpu m_gpu;
};

}  // namespace shoal
