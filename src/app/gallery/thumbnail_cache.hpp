#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "capture/picture/image.hpp"

namespace shoal {

/// Pictures of presets in a folder, each under a key derived from the preset's text. A file that is damaged,
/// or that another program wrote, counts as missing. Nothing here fails if the folder cannot be read or
/// written.
class ThumbnailCache {
public:
    static constexpr int kWidth = 384;  // [px]
    static constexpr int kHeight = 216;
    static constexpr std::size_t kMaxFiles = 400;

    /// The folder need not exist. An empty path: no cache.
    explicit ThumbnailCache(std::filesystem::path folder) : m_folder(std::move(folder)) {}

    /// Returns the key of a preset's text: 16 hexadecimal digits, different for each version of Shoal.
    static std::string keyFor(std::string_view presetText);

    std::optional<Image> read(const std::string& key) const;

    /// Returns a free name for a picture that another process will write: in the folder, or in a temporary
    /// folder if that cannot be written.
    std::filesystem::path nameToRender(const std::string& key) const;

    /// Reads the picture written there, and moves it to its place in the cache. Removes it if that fails.
    std::optional<Image> adopt(const std::filesystem::path& rendered, const std::string& key) const;

    /// Removes files beyond kMaxFiles, those read longest ago first, and remnants of killed processes.
    void prune() const;

private:
    std::filesystem::path fileOf(const std::string& key) const { return m_folder / (key + ".png"); }

    std::filesystem::path m_folder;
};

}  // namespace shoal
