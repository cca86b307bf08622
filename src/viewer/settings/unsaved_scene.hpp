#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <shoal/result.hpp>

namespace shoal {

/// A scene with edits that the user has not saved, or one that was pasted: a preset file in a folder beside
/// the viewer's state.
struct UnsavedScene {
    static constexpr std::size_t kMaxCount = 20;
    static constexpr std::size_t kMaxBytes = std::size_t{8} << 20;  ///< of all texts together

    std::string file;    ///< its name
    std::string origin;  ///< the edited scene: a preset's name, or a file's absolute path; empty if pasted
    std::string text;    ///< the scene with its edits, as a preset
    bool isOwn = false;  ///< no other viewer writes this file

    bool operator==(const UnsavedScene&) const = default;
};

/// Returns the folder of the unsaved scenes that belong to a state file.
std::filesystem::path unsavedFolder(const std::filesystem::path& stateFile);

/// Returns an unsaved scene with the name of a new file, which no other viewer uses.
UnsavedScene newUnsaved(const std::string& origin, std::string text);

/// Puts a scene in front of the others. Drops the oldest that have no room, pasted ones first. False if edits
/// are among them.
bool addUnsaved(std::vector<UnsavedScene>& scenes, UnsavedScene scene);

/// Reads the scenes in a folder, newest first.
std::vector<UnsavedScene> readUnsaved(const std::filesystem::path& folder);
Outcome writeUnsaved(const std::filesystem::path& folder, const UnsavedScene& scene);
/// Removes the file, unless another viewer has changed it.
void removeUnsaved(const std::filesystem::path& folder, const UnsavedScene& scene);

}  // namespace shoal
