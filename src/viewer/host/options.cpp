#include "viewer/host/options.hpp"

namespace shoal {

std::vector<std::string> renderArguments(const ViewOptions& options) {
    std::vector<std::string> arguments;
    if (options.gpu == GpuChoice::software) {
        arguments = {"--gpu", "software"};
    }
    if (!options.shaderDir.empty()) {
        arguments.insert(arguments.end(), {"--shader-dir", options.shaderDir.string()});
    }
    for (const std::filesystem::path& plugin : options.scene.plugins) {
        arguments.insert(arguments.end(), {"--plugin", plugin.string()});
    }
    return arguments;
}

}  // namespace shoal
