#include "viewer/files/preset_library.hpp"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <set>
#include <string>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "render/import/obj_body.hpp"
#include "sim/text/budget.hpp"
#include "sim/text/did_you_mean.hpp"
#include "sim/text/number.hpp"
#include "sim/text/one_line.hpp"
#include "system/files/atomic_file.hpp"
#include "viewer/command/items.hpp"
#include "viewer/files/user_files.hpp"
#include "viewer/tunables/watch_links.hpp"

namespace shoal {
namespace fs = std::filesystem;

namespace {

constexpr std::string_view kExtension = ".toml";
constexpr std::size_t kMaxPresetName = 80;  // file systems allow 255

PresetEntry unreadEntry(const std::string& name) {
    PresetEntry entry;
    entry.name = entry.title = name;
    return entry;
}

/// Returns the names and titles of the rules that are on.
std::string rulesOf(Scene scene) {
    std::string rules;
    for (const Section& section : scene.sections()) {
        if (section.rule != nullptr && section.rule->isEnabled) {
            rules += section.path.substr(section.path.rfind('.') + 1) + " " + section.title + " ";
        }
    }
    return rules;
}

PresetEntry entryOf(const std::string& name, const Result<Scene>& scene) {
    PresetEntry entry = unreadEntry(name);
    if (!scene) {
        entry.problem = scene.problem().text;
        return entry;
    }
    entry.title = scene->title.empty() ? name : scene->title;
    entry.watch = plainWatch(scene->watch);
    entry.about = scene->about;
    entry.source = scene->source;
    entry.place = kindOf(*scene);
    entry.rules = rulesOf(*scene);
    return entry;
}

/// Lists all of the user's preset files by name.
std::vector<fs::path> allUserFiles(const UserPaths& paths) {
    std::vector<fs::path> files;
    std::error_code error;
    for (fs::directory_iterator at(paths.presets(), error), end; !error && at != end; at.increment(error)) {
        if (at->path().extension() == kExtension && at->is_regular_file(error) &&
            !at->path().filename().string().starts_with('.')) {
            files.push_back(at->path());
        }
    }
    std::sort(files.begin(), files.end());
    return files;
}

std::span<const fs::path> listedOf(const std::vector<fs::path>& files) {
    return std::span(files).first(std::min(files.size(), kMaxListedPresets));
}

/// Whether a text has neither folder nor extension, so that it can only be a preset's name.
bool isPlainName(const std::string& text) {
    return text.find('/') == std::string::npos && fs::path(text).extension() != kExtension;
}

}  // namespace

Result<Scene> withReadableBodies(Result<Scene> scene) {
    if (scene) {
        std::size_t bytesLeft = kMaxSceneObjBytes;
        std::set<std::string> read;
        for (const Species& species : scene->species) {
            if (!species.mesh.empty() && read.insert(species.mesh).second) {
                if (const auto body = loadObj(species.mesh, bytesLeft); !body) {
                    return Problem{fmt::format("species.{}: {}", species.name, body.problem().text),
                                   body.problem().kind};
                }
            }
        }
    }
    return scene;
}

PresetList listPresets(const UserPaths& paths) {
    std::vector<PresetEntry> entries;
    for (const BuiltinPreset& preset : builtinPresets()) {
        const std::string name(preset.name);
        entries.push_back(entryOf(name, parsePreset(preset.toml, name)));
        entries.back().base = preset.base;
    }
    const std::vector<fs::path> files = allUserFiles(paths);
    std::size_t bytesLeft = kMaxListedBytes;
    for (const fs::path& file : listedOf(files)) {
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
    return {std::move(entries),
            files.size() <= kMaxListedPresets
                ? std::string()
                : fmt::format("{} holds {} presets: the first {} by name are listed, and all open by name",
                              paths.presets().string(), files.size(), kMaxListedPresets)};
}

std::vector<std::string> presetNames(const UserPaths& paths) {
    std::vector<std::string> names;
    for (const BuiltinPreset& preset : builtinPresets()) {
        names.emplace_back(preset.name);
    }
    const std::vector<fs::path> files = allUserFiles(paths);
    for (const fs::path& file : listedOf(files)) {
        names.push_back(file.stem().string());
    }
    return names;
}

Result<Scene> openListedPreset(const std::string& name, const UserPaths& paths) {
    if (isBuiltinPreset(name)) {
        return openPreset(name);
    }
    for (const fs::path& file : allUserFiles(paths)) {
        if (file.stem() == name) {
            return withReadableBodies(loadPreset(file));
        }
    }
    const auto nearest = nearestName(name, presetNames(paths));
    return Problem{fmt::format("there is no preset \"{}\"{}", name,
                               nearest ? suggestion(nearest) : "; `shoal list presets` shows all")};
}

Result<Scene> openEntry(const PresetEntry& entry) {
    return entry.file.empty() ? openPreset(entry.name) : withReadableBodies(loadPreset(entry.file));
}

Result<Scene> openPresetNamed(const std::string& nameOrFile, const UserPaths& paths) {
    if (nameOrFile.empty()) {
        return Problem{"the preset's name is empty; `shoal list presets` shows all"};
    }
    std::error_code error;
    return !isPlainName(nameOrFile) || fs::is_regular_file(nameOrFile, error)
               ? withReadableBodies(openPreset(nameOrFile))
               : openListedPreset(nameOrFile, paths);
}

Result<bool> saveOwnPreset(const Scene& preset, const fs::path& file, bool mayReplace) {
    if (auto made = makeFolder(file.parent_path()); !made) {
        return made.problem();
    }
    if (!mayReplace && foundAt(file) == Found::file) {
        return false;
    }
    const Outcome written = writeFileAtomically(file, presetText(preset),
                                                mayReplace ? Overwrite::anything() : Overwrite::nothing());
    return written ? Result<bool>(true) : written.problem();
}

std::string presetNameFor(std::string_view title) {
    std::string name;
    for (const char c : title) {
        const auto code = static_cast<unsigned char>(c);
        // Letters beyond ASCII stay as they are: they are legal in file names.
        if (code >= 0x80 || std::isalnum(code) != 0 || c == '_') {
            name += static_cast<char>(std::tolower(code));
        } else if (!name.empty() && name.back() != '-') {
            name += '-';
        }
    }
    name = cutText(std::move(name), kMaxPresetName);
    while (name.ends_with('-')) {
        name.pop_back();
    }
    return name;
}

std::string titleForCopy(std::string_view title, std::span<const PresetEntry> presets) {
    std::size_t end = title.size();
    while (end > 0 && std::isdigit(static_cast<unsigned char>(title[end - 1])) != 0) {
        --end;
    }
    // "Reef 2" becomes "Reef 3", but "1999" becomes "1999 2".
    int number = 1;
    std::string_view stem = title;
    if (end > 1 && end < title.size() && title[end - 1] == ' ' && title.size() - end < 5) {
        stem = title.substr(0, end - 1);
        number = numberFrom<int>(title.substr(end)).value_or(1);
    }
    // Without a cut, the number of a long title would be beyond the end of its name, which then stays taken.
    constexpr std::size_t kMaxNumberBytes = 8;
    std::string start = cutText(std::string(stem), kMaxPresetName - kMaxNumberBytes);
    while (start.ends_with(' ')) {
        start.pop_back();
    }
    std::string copy;
    do {
        copy = fmt::format("{} {}", start, ++number);
    } while (std::ranges::find(presets, presetNameFor(copy), &PresetEntry::name) != presets.end());
    return copy;
}

Result<fs::path> presetFileFor(const std::string& title, const UserPaths& paths) {
    const std::string name = presetNameFor(title);
    if (name.empty()) {
        return Problem{"\"" + title + "\" has neither letter nor digit: choose another title"};
    }
    if (isBuiltinPreset(name)) {
        return Problem{"\"" + title + "\" is built in and cannot be replaced: choose another title"};
    }
    if (paths.data.empty()) {
        return Problem{"there is no home folder to save presets in: set HOME or XDG_DATA_HOME"};
    }
    return paths.presets() / (name + std::string(kExtension));
}

}  // namespace shoal
