#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <shoal/result.hpp>

namespace shoal {

/// Which device to draw on.
enum class GpuChoice {
    best,      ///< a graphics card if possible, otherwise software
    software,  ///< the processor
};

/// The device of an OpenGL context.
struct Gpu {
    std::string renderer;  ///< GL_RENDERER: "llvmpipe (LLVM 15.0.6, 256 bits)"
    std::string version;   ///< GL_VERSION: "4.5 (Core Profile) Mesa 22.3.6"
    bool isSoftware = false;

    friend bool operator==(const Gpu&, const Gpu&) = default;
};

/// "llvmpipe (LLVM 15.0.6, 256 bits), OpenGL 4.5 (Core Profile) Mesa 22.3.6"
std::string describe(const Gpu& gpu);

/// The device of the context that is current on this thread.
Gpu currentGpu();

/// EGL's information about a display before it has a context.
struct GpuHint {
    bool isDevice =
        true;  ///< from EGL_EXT_device_enumeration; otherwise a platform's display, which may be any device
    std::string extensions;  ///< of the device
};

/// Returns the order in which to try displays, as indices: cards, unknown devices, software, then platform
/// displays. Software comes first if preferred.
std::vector<std::size_t> gpuOrder(std::span<const GpuHint> hints, bool prefersSoftware);

/// Creates a context on the display with this index and returns its device; empty on failure.
using OpenGpu = std::function<std::optional<Gpu>(std::size_t index)>;

/// Returns the index of the display to draw on. `prefersSoftware` applies only to the choice `best`.
Result<std::size_t> pickGpu(std::span<const GpuHint> hints, GpuChoice choice, bool prefersSoftware,
                            const OpenGpu& open);

/// The problem if there is no driver at all.
Problem noGraphics();

}  // namespace shoal
