#include "app/window/window_gpu.hpp"

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <system_error>

#include <fmt/format.h>

#include "render/gl/headless_context.hpp"

namespace shoal {

namespace {

/// Returns "0000:01:00.0" for "/dev/dri/card0"; empty if the system does not report it.
std::string pciAddressOf(const std::string& node) {
    const std::filesystem::path name = std::filesystem::path(node).filename();
    std::error_code error;
    const auto device =
        std::filesystem::canonical(std::filesystem::path("/sys/class/drm") / name / "device", error);
    return error || name.empty() ? std::string() : device.filename().string();
}

/// Returns the chosen device; empty if the choice is left to the system.
Result<std::optional<Gpu>> chosenGpu(const GpuChoice& choice) {
    switch (choice.kind) {
        case GpuChoice::Kind::best:
            return std::optional<Gpu>();
        case GpuChoice::Kind::software:
            return std::optional(Gpu{.renderer = "software", .version = {}, .isSoftware = true});
        case GpuChoice::Kind::numbered:
            break;
    }
    const auto context = HeadlessContext::create(choice);
    if (!context) {
        return context.problem();
    }
    return std::optional(context->gpu());
}

}  // namespace

Result<std::optional<Gpu>> chooseWindowGpu(const GpuChoice& choice) {
    auto gpu = chosenGpu(choice);
    if (gpu && *gpu) {
        for (const auto& [name, value] : windowEnvironment(**gpu, pciAddressOf((*gpu)->node))) {
            ::setenv(name.c_str(), value.c_str(), 1);
        }
    }
    return gpu;
}

std::string remarkOnGpu(const std::optional<Gpu>& chosen, const Gpu& drawing) {
    const bool isAsChosen =
        !chosen || (chosen->isSoftware ? drawing.isSoftware : drawing.renderer == chosen->renderer);
    return isAsChosen ? std::string()
                      : fmt::format("the window draws with {} instead of {}: its display decides",
                                    drawing.renderer, chosen->renderer);
}

}  // namespace shoal
