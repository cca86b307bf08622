#include "app/files/preset_library.hpp"

#include <algorithm>
#include <cstdint>
#include <system_error>

#include "sim/text/budget.hpp"
#include "sim/text/did_you_mean.hpp"

namespace shoal {
namespace fs = std::filesystem;

namespace {

constexpr std::string_view kExtension = ".toml";

PresetEntry unreadEntry(const std::string& name) {
    PresetEntry entry;
    entry.name = entry.title = name;
    return entry;
}

PresetEntry entryOf(const std::string& name, const Result<Scene>& scene) {
    PresetEntry entry = unreadEntry(name);
    if (!scene) {
        entry.problem = scene.problem().text;
        return entry;
    }
    entry.title = scene->title.empty() ? name : scene->title;
    entry.watch = scene->watch;
    entry.about = scene->about;
    entry.source = scene->source;
    return entry;
}

bool isBuiltin(const std::string& name) {
    const auto& builtin = builtinPresets();
    return std::any_of(builtin.begin(), builtin.end(),
                       [&](const auto& preset) { return preset.name == name; });
}

/// Lists the user's preset files, at most kMaxListedPresets, by name.
std::vector<fs::path> userFiles(const UserPaths& paths) {
    std::vector<fs::path> files;
    std::error_code error;
    for (fs::directory_iterator at(paths.presets(), error), end;
         !error && at != end && files.size() < kMaxListedPresets; at.increment(error)) {
        if (at->path().extension() == kExtension && at->is_regular_file(error) &&
            !at->path().filename().string().starts_with('.')) {
            files.push_back(at->path());
        }
    }
    std::sort(files.begin(), files.end());
    return files;
}

/// A name without a folder or an extension can only be a preset's name.
bool isPlainName(const std::string& text) {
    return text.find('/') == std::string::npos && fs::path(text).extension() != kExtension;
}

}  // namespace

std::vector<PresetEntry> listPresets(const UserPaths& paths) {
    std::vector<PresetEntry> entries;
    for (const BuiltinPreset& preset : builtinPresets()) {
        const std::string name(preset.name);
        entries.push_back(entryOf(name, parsePreset(preset.toml, name)));
        entries.back().base = preset.base;
    }
    std::size_t bytesLeft = kMaxListedBytes;
    for (const fs::path& file : userFiles(paths)) {
        const std::string name = file.stem().string();
        // Beyond the budget a preset is listed by its name alone and read when it is opened.
        PresetEntry entry = unreadEntry(name);
        std::error_code error;
        const std::uintmax_t bytes = fs::file_size(file, error);
        if (!error && bytes <= bytesLeft) {
            bytesLeft -= bytes;
            entry = entryOf(name, loadPreset(file));
        }
        entry.file = file;
        entries.push_back(std::move(entry));
    }
    return entries;
}

Result<Scene> openPresetNamed(const std::string& nameOrFile, const UserPaths& paths) {
    if (nameOrFile.empty()) {
        return Problem{"the preset's name is empty; `shoal list presets` shows all"};
    }
    std::error_code error;
    if (isBuiltin(nameOrFile) || !isPlainName(nameOrFile) || fs::is_regular_file(nameOrFile, error)) {
        return openPreset(nameOrFile);
    }
    std::vector<std::string> names;
    for (const BuiltinPreset& preset : builtinPresets()) {
        names.emplace_back(preset.name);
    }
    for (const fs::path& file : userFiles(paths)) {
        if (file.stem() == nameOrFile) {
            return loadPreset(file);
        }
        names.push_back(file.stem().string());
    }
    return Problem{"there is no preset \"" + nameOrFile + "\"" + didYouMean(nameOrFile, names)};
}

Result<fs::path> presetFileFor(const std::string& name, const UserPaths& paths) {
    if (name.empty() || name.starts_with('.') || name.find_first_of("/\\\n\t") != std::string::npos) {
        return Problem{"\"" + name + "\" cannot be a preset's name: use letters, digits, - and _"};
    }
    if (isBuiltin(name)) {
        return Problem{"\"" + name + "\" is built in and cannot be replaced: choose another name"};
    }
    if (paths.data.empty()) {
        return Problem{"there is no home folder to save presets in: set HOME or XDG_DATA_HOME"};
    }
    return paths.presets() / (name + std::string(kExtension));
}

}  // namespace shoal
