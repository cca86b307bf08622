#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <shoal/preset.hpp>
#include <shoal/result.hpp>

#include "viewer/files/paths.hpp"

namespace shoal {

/// A preset that can be opened by its name.
struct PresetEntry {
    std::string name;
    std::string base;  ///< the built-in preset that this one is a variant of; empty if none
    std::string title;
    std::string watch;    ///< one line: what to watch for, without links
    std::string about;    ///< one line: where the model comes from; may be empty
    PresetSource source;  ///< the document that it follows; may be empty
    LookSettings::Place place = LookSettings::Place::water;
    std::string rules;           ///< names of the enabled rules, which a search finds
    std::filesystem::path file;  ///< empty if built in
    std::string problem;         ///< why it cannot be opened, or empty
};

struct PresetList {
    std::vector<PresetEntry> entries;
    std::string unlisted;  ///< one line that says how many of the user's own are not listed; empty if all are
};

/// Refuses a scene with an OBJ file that cannot be read as a body.
Result<Scene> withReadableBodies(Result<Scene> scene);

/// Lists the built-in presets, then the user's own by name: the first kMaxListedPresets of these. An invalid
/// preset file is listed with its problem.
PresetList listPresets(const UserPaths& paths);

/// Lists only the names, in the same order, without reading the files.
std::vector<std::string> presetNames(const UserPaths& paths);

/// Opens a built-in preset or one of the user's own by its name, and never another file.
Result<Scene> openListedPreset(const std::string& name, const UserPaths& paths);

/// Opens a listed preset.
Result<Scene> openEntry(const PresetEntry& entry);

/// Opens a built-in preset, a file, or one of the user's own presets by name. For an unknown name, the
/// problem suggests a similar one, or how to list them.
Result<Scene> openPresetNamed(const std::string& nameOrFile, const UserPaths& paths);

/// Returns the name, which is also the file's, of a preset with this title: "my-fast-school" for "My fast
/// school!". Empty if the title has neither letter nor digit.
std::string presetNameFor(std::string_view title);

/// Saves a preset in this file, and creates its folder. False, without effect, if there is a file and it may
/// not be replaced.
Result<bool> saveOwnPreset(const Scene& preset, const std::filesystem::path& file, bool mayReplace);

/// Returns a title for a copy: "Reef 2", or the next number that no preset in `presets` has.
std::string titleForCopy(std::string_view title, std::span<const PresetEntry> presets);

/// Returns the file for a preset saved under this title. Fails if its name would be empty or a built-in
/// preset's.
Result<std::filesystem::path> presetFileFor(const std::string& title, const UserPaths& paths);

}  // namespace shoal
