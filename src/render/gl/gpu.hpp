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

/// Which device to draw on.
struct GpuChoice {
    enum class Kind {
        best,      ///< a graphics card if possible, otherwise software
        software,  ///< the processor
        numbered,  ///< numbered as in `shoal list gpus`, from 1
    };
    Kind kind = Kind::best;
    int number = 1;
};

/// The device of an OpenGL context.
struct Gpu {
    std::string renderer;  ///< GL_RENDERER: "llvmpipe (LLVM 15.0.6, 256 bits)"
    std::string version;   ///< GL_VERSION: "4.5 (Core Profile) Mesa 22.3.6"
    bool isSoftware = false;
    std::string node = {};  ///< the card's device file, "/dev/dri/card0"; empty if there is none

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
    std::string node;        ///< as in Gpu
};

/// Returns the order in which to try displays, as indices: cards, unknown devices, software, then platform
/// displays. Software comes first if preferred.
std::vector<std::size_t> gpuOrder(std::span<const GpuHint> hints, bool prefersSoftware);

/// Creates a context on the display with this index and returns its device; empty on failure.
using OpenGpu = std::function<std::optional<Gpu>(std::size_t index)>;

struct ListedGpu {
    std::size_t index = 0;  ///< of its display
    Gpu gpu;
};

/// Returns every device that can draw, each once, in the order of their numbers: cards first, software last.
std::vector<ListedGpu> listGpus(std::span<const GpuHint> hints, const OpenGpu& open);

/// Returns the index of the display to draw on. The problem for an unknown number lists the devices.
/// `prefersSoftware` applies only to the choice `best`.
Result<std::size_t> pickGpu(std::span<const GpuHint> hints, const GpuChoice& choice, bool prefersSoftware,
                            const OpenGpu& open);

/// The problem if there is no driver at all.
Problem noGraphics();

/// Returns the environment variables that make GLX and EGL open windows on a device, for Mesa and NVIDIA.
std::map<std::string, std::string> windowEnvironment(const Gpu& gpu, const std::string& pciAddress);

}  // namespace shoal
