#include <fmt/format.h>

#include <shoal/preset.hpp>

#include "c/call.hpp"
#include "sim/rules/plugin.hpp"

using namespace shoal;
using namespace shoal::c;

size_t shoal_preset_count(void) {
    return builtinPresets().size();
}

shoal_status shoal_preset_at(size_t index, shoal_preset* preset, shoal_error* error) {
    return guarded(error, [&] {
        requireGiven(preset, "the place for the preset");
        const auto& all = builtinPresets();
        if (index >= all.size()) {
            throw badCall(fmt::format("there is no preset {}: there are {}", index, all.size()));
        }
        // Views of zero-terminated literals, except that a missing base has no text at all.
        const BuiltinPreset& one = all[index];
        *preset = {.name = one.name.data(),
                   .base = one.base.empty() ? "" : one.base.data(),
                   .toml = one.toml.data()};
    });
}

shoal_status shoal_load_plugin(const char* file, shoal_error* error) {
    return guarded(error, [&] {
        requireGiven(file, "the plugin's file");
        requireDone(loadPlugin(file));
    });
}
