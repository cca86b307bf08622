#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "viewer/command/items.hpp"
#include "viewer/files/preset_library.hpp"

namespace shoal {

/// The scenes that the viewer lists to choose from: the presets, and those opened recently.
class ListedPresets {
public:
    /// Replaces the list. Returns what to tell the user about it, once; mostly empty.
    std::string use(PresetList list);

    /// Lists the recently opened scenes and takes, and marks the one shown now: `shown`, a preset's name or a
    /// file.
    void useRecent(std::span<const std::string> origins, const std::string& shown);

    const std::vector<PresetEntry>& entries() const { return m_entries; }
    const std::vector<PresetItem>& items() const { return m_items; }
    const std::vector<RecentItem>& recent() const { return m_recent; }

    /// Null if there is none.
    const PresetEntry* named(const std::string& name) const;
    const PresetEntry* titled(const std::string& title) const;
    const PresetEntry* ofFile(const std::filesystem::path& file) const;

    /// Finds the scene loaded among the presets.
    void note(const Scene& loaded) { note(loaded, named(loaded.name)); }
    /// Notes that the scene loaded is this entry; null for none.
    void note(const Scene& loaded, const PresetEntry* entry);

    /// Of the scene loaded; entries().size() if it is none of them.
    std::size_t index() const { return m_index; }
    /// Proposed for saving the scene loaded.
    const std::string& copyTitle() const { return m_copyTitle; }

private:
    std::size_t indexOf(const PresetEntry& entry) const {
        return static_cast<std::size_t>(&entry - m_entries.data());
    }

    std::vector<PresetEntry> m_entries;
    std::vector<PresetItem> m_items;
    std::vector<RecentItem> m_recent;
    std::string m_unlisted;  ///< what the user was told about presets beyond the list's limit
    std::size_t m_index = 0;
    std::string m_copyTitle;
};

/// Returns the title of a preset, or its name if it has none.
const std::string& presetTitle(const Scene& preset);

}  // namespace shoal
