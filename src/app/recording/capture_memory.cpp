#include "app/recording/capture_memory.hpp"

#include <string>

#include <nlohmann/json.hpp>

#include "app/files/user_files.hpp"
#include "capture/record/untrusted_json.hpp"
#include "sim/text/budget.hpp"
#include "system/files/atomic_file.hpp"

namespace shoal {

CaptureSettings recallCaptureSettings(const std::filesystem::path& file) {
    CaptureSettings settings;
    const auto text = readWholeFile(file, kMaxSidecarBytes);
    if (!text) {
        return settings;
    }
    const auto json = parseUntrustedJson(*text);
    if (!json || !json->is_object()) {
        return settings;
    }
    const Tunables tunables{&settings, CaptureSettings::parameters};
    for (const auto& [key, value] : json->items()) {
        const auto index = tunables.find(key);
        if (!index || !value.is_string()) {
            continue;
        }
        if (const auto stored = tunables.parameters[*index].parse(value.get<std::string>())) {
            tunables.set(*index, *stored);
        }
    }
    return settings;
}

Outcome rememberCaptureSettings(const CaptureSettings& settings, const std::filesystem::path& file) {
    CaptureSettings copy = settings;
    const Tunables tunables{&copy, CaptureSettings::parameters};
    nlohmann::ordered_json json;
    for (std::size_t index = 0; index < tunables.parameters.size(); ++index) {
        const Parameter& parameter = tunables.parameters[index];
        json[std::string(parameter.declared.key)] = parameter.text(tunables.get(index));
    }
    if (auto made = makeFolder(file.parent_path()); !made) {
        return made;
    }
    return writeFileAtomically(file, json.dump(1) + "\n", Overwrite::anything());
}

}  // namespace shoal
