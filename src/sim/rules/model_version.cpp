#include "sim/rules/model_version.hpp"

#include <cstdint>

#include <fmt/format.h>

#include "model_sources.hpp"
#include "sim/rules/plugin.hpp"

namespace shoal {

std::string modelVersion() {
    std::string text = fmt::format("sources {}", kModelSources);
    for (const std::uint64_t hash : loadedPluginHashes()) {
        text += fmt::format(", plugin {:016x}", hash);
    }
    return text;
}

}  // namespace shoal
