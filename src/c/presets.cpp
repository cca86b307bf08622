#include <string>
#include <vector>

#include <fmt/format.h>

#include <shoal/preset.hpp>

#include "c/call.hpp"
#include "sim/rules/plugin.hpp"

namespace shoal::c {
namespace {

/// A built-in preset with zero-terminated texts.
struct PresetTexts {
    std::string name;
    std::string base;
    std::string toml;
};

const std::vector<PresetTexts>& presetTexts() {
    static const std::vector<PresetTexts> all = [] {
        std::vector<PresetTexts> made;
        for (const BuiltinPreset& preset : builtinPresets()) {
            made.push_back({std::string(preset.name), std::string(preset.base), std::string(preset.toml)});
        }
        return made;
    }();
    return all;
}

}  // namespace
}  // namespace shoal::c

using namespace shoal;
using namespace shoal::c;

size_t shoal_preset_count(void) {
    return guardedOr(size_t{0}, [] { return builtinPresets().size(); });
}

shoal_status shoal_preset_at(size_t index, shoal_preset* preset, shoal_error* error) {
    return guarded(error, [&] {
        requireGiven(preset, "the place for the preset");
        const auto& all = presetTexts();
        if (index >= all.size()) {
            throw badCall(fmt::format("there is no preset {}: there are {}", index, all.size()));
        }
        const PresetTexts& one = all[index];
        *preset = {.name = one.name.c_str(), .base = one.base.c_str(), .toml = one.toml.c_str()};
    });
}

shoal_status shoal_load_plugin(const char* file, shoal_error* error) {
    return guarded(error, [&] {
        requireGiven(file, "the plugin's file");
        requireDone(loadPlugin(file));
    });
}
