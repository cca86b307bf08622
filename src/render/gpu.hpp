#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <shoal/result.hpp>

namespace shoal {

/// Which device should draw.
struct GpuChoice {
    enum class Kind {
        best,      ///< a graphics card before software
        software,  ///< the processor
        numbered,  ///< as `shoal list gpus` counts, from 1
    };
    Kind kind = Kind::best;
    int number = 1;
};

/// The device of an OpenGL context.
struct Gpu {
    std::string renderer;  ///< GL_RENDERER: "llvmpipe (LLVM 15.0.6, 256 bits)"
    std::string version;   ///< GL_VERSION: "4.5 (Core Profile) Mesa 22.3.6"
    bool isSoftware = false;
    std::string node = {};  ///< the system's file for the card, "/dev/dri/card0"; empty where there is none

    friend bool operator==(const Gpu&, const Gpu&) = default;
};

/// "llvmpipe (LLVM 15.0.6, 256 bits), OpenGL 4.5 (Core Profile) Mesa 22.3.6"
std::string describe(const Gpu& gpu);

/// The device of the context that is current on this thread.
Gpu currentGpu();

/// What EGL tells of a display before there is a context on it.
struct GpuHint {
    bool isDevice =
        true;  ///< of EGL_EXT_device_enumeration; else a platform's display, which may be any device
    std::string extensions;  ///< of the device
    std::string node;        ///< as in Gpu
};

/// The order in which to try them, as indices: cards, unknown devices, software, then platforms' displays.
/// Where software is preferred, it comes first.
std::vector<std::size_t> gpuOrder(std::span<const GpuHint> hints, bool prefersSoftware);

/// Makes a context on the display with this index, and tells its device; nothing where that fails.
using OpenGpu = std::function<std::optional<Gpu>(std::size_t index)>;

struct ListedGpu {
    std::size_t index = 0;  ///< of its display
    Gpu gpu;
};

/// All devices that can draw, each once, in the order of their numbers: cards first, software last.
std::vector<ListedGpu> listGpus(std::span<const GpuHint> hints, const OpenGpu& open);

/// The index of the display to draw on. The problem of an unknown number names the devices there are.
/// `prefersSoftware` counts only where the choice is `best`.
Result<std::size_t> pickGpu(std::span<const GpuHint> hints, const GpuChoice& choice, bool prefersSoftware,
                            const OpenGpu& open);

/// The environment variables that make GLX and EGL open windows on a device: Mesa's and NVIDIA's.
std::map<std::string, std::string> windowEnvironment(const Gpu& gpu, const std::string& pciAddress);

}  // namespace shoal
