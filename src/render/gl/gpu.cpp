#include "render/gl/gpu.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "render/gl/gl.hpp"

namespace shoal {
namespace {

bool hasExtension(const GpuHint& hint, std::string_view name) {
    const std::string_view all = hint.extensions;
    for (std::size_t at = all.find(name); at != std::string_view::npos; at = all.find(name, at + 1)) {
        const std::size_t end = at + name.size();
        if ((at == 0 || all[at - 1] == ' ') && (end == all.size() || all[end] == ' ')) {
            return true;
        }
    }
    return false;
}

/// Lower ranks are tried first.
int rank(const GpuHint& hint, bool prefersSoftware) {
    if (!hint.isDevice) {
        return 4;
    }
    if (hasExtension(hint, "EGL_MESA_device_software")) {
        return prefersSoftware ? 0 : 3;
    }
    const bool isCard = hasExtension(hint, "EGL_EXT_device_drm") || hasExtension(hint, "EGL_NV_device_cuda");
    return isCard ? 1 : 2;
}

std::string textOf(GLenum name) {
    const auto* text = reinterpret_cast<const char*>(glGetString(name));
    return text == nullptr ? std::string("unknown") : std::string(text);
}

Result<std::size_t> pickSoftware(std::span<const GpuHint> hints, const OpenGpu& open) {
    for (const std::size_t index : gpuOrder(hints, true)) {
        if (const auto gpu = open(index); gpu && gpu->isSoftware) {
            return index;
        }
    }
    return Problem{"no driver here draws in software; install one: apt-get install libgl1-mesa-dri"};
}

Result<std::size_t> pickBest(std::span<const GpuHint> hints, bool prefersSoftware, const OpenGpu& open) {
    std::optional<std::size_t> software;
    for (const std::size_t index : gpuOrder(hints, prefersSoftware)) {
        // After software come only platform displays, which repeat the devices.
        if (software && !hints[index].isDevice) {
            break;
        }
        const auto gpu = open(index);
        if (gpu && (!gpu->isSoftware || prefersSoftware)) {
            return index;
        }
        if (gpu && !software) {
            software = index;
        }
    }
    return software ? Result<std::size_t>(*software) : Result<std::size_t>(noGraphics());
}

}  // namespace

Problem noGraphics() {
    return Problem{
        "cannot draw with OpenGL 4.3 without a window; install a driver: apt-get install libegl1 "
        "libgl1-mesa-dri"};
}

std::string describe(const Gpu& gpu) {
    return fmt::format("{}, OpenGL {}", gpu.renderer, gpu.version);
}

Gpu currentGpu() {
    const std::string renderer = textOf(GL_RENDERER);
    return {.renderer = renderer, .version = textOf(GL_VERSION), .isSoftware = isSoftwareName(renderer)};
}

std::vector<std::size_t> gpuOrder(std::span<const GpuHint> hints, bool prefersSoftware) {
    std::vector<std::size_t> order(hints.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        order[i] = i;
    }
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return rank(hints[a], prefersSoftware) < rank(hints[b], prefersSoftware);
    });
    return order;
}

Result<std::size_t> pickGpu(std::span<const GpuHint> hints, GpuChoice choice, bool prefersSoftware,
                            const OpenGpu& open) {
    return choice == GpuChoice::software ? pickSoftware(hints, open) : pickBest(hints, prefersSoftware, open);
}

}  // namespace shoal
