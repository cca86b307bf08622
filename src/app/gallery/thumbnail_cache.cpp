#include "app/gallery/thumbnail_cache.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <fstream>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/cli/command_line.hpp"
#include "capture/picture/png.hpp"
#include "capture/picture/png_text.hpp"
#include "system/files/atomic_file.hpp"
#include "system/process/process.hpp"

namespace shoal {
namespace fs = std::filesystem;

namespace {

constexpr std::uintmax_t kMaxBytes = std::uintmax_t{4} << 20;  // of a picture's file; they have 0.2 MB
constexpr std::size_t kKeyDigits = 16;
constexpr auto kStale = std::chrono::minutes(10);
/// Change this when the same text must give another picture.
constexpr std::string_view kRecipe = "1";

std::uint64_t fnv1a(std::uint64_t hash, std::string_view text) {
    for (const char c : text) {
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    }
    return hash;
}

/// Whether a file begins like a PNG of the right size. Checked before memory is allocated for its pixels.
bool hasRightSize(const fs::path& file) {
    std::array<char, 24> head{};
    std::ifstream(file, std::ios::binary).read(head.data(), head.size());
    const auto number = [&](std::size_t at) {
        std::uint32_t value = 0;
        for (std::size_t byte = at; byte < at + 4; ++byte) {
            value = value << 8u | static_cast<unsigned char>(head[byte]);
        }
        return value;
    };
    return std::string_view(head.data(), 4) == "\x89PNG" && number(16) == ThumbnailCache::kWidth &&
           number(20) == ThumbnailCache::kHeight;
}

std::optional<Image> readPicture(const fs::path& file) {
    std::error_code error;
    if (!fs::is_regular_file(file, error) || fs::file_size(file, error) > kMaxBytes || error ||
        !hasRightSize(file)) {
        return std::nullopt;
    }
    // Every picture that Shoal renders holds its scene.
    const auto text = readPngText(file);
    auto image = text && *text ? readPng(file) : Result<Image>(Problem{"no scene"});
    return image ? std::optional(std::move(*image)) : std::nullopt;
}

/// Whether the cache gave a file its name: "KEY.png", or "KEY.PID.png" while it is rendered.
bool isOurs(const std::string& name) {
    return name.size() > kKeyDigits && name[kKeyDigits] == '.' &&
           name.find_first_not_of("0123456789abcdef") == kKeyDigits &&
           (name.ends_with(".png") || name.ends_with(".png.json"));
}

bool isFinished(const std::string& name) {
    return name.size() == kKeyDigits + std::string_view(".png").size();
}

void removeWithSidecar(const fs::path& file) {
    std::error_code error;
    fs::remove(file, error);
    fs::remove(file.string() + ".json", error);
}

}  // namespace

std::string ThumbnailCache::keyFor(std::string_view presetText) {
    std::uint64_t hash = 0xcbf29ce484222325u;
    for (const std::string_view part : {std::string_view(versionText()), kRecipe, presetText}) {
        hash = fnv1a(fnv1a(hash, part), "\n");
    }
    return fmt::format("{:016x}", hash);
}

std::optional<Image> ThumbnailCache::read(const std::string& key) const {
    if (m_folder.empty()) {
        return std::nullopt;
    }
    auto image = readPicture(fileOf(key));
    if (image) {
        std::error_code error;
        fs::last_write_time(fileOf(key), fs::file_time_type::clock::now(), error);
    }
    return image;
}

fs::path ThumbnailCache::nameToRender(const std::string& key) const {
    std::error_code error;
    const std::string name = fmt::format("{}.{}.png", key, processNumber());
    if (!m_folder.empty()) {
        fs::create_directories(m_folder, error);
    }
    const bool isWritable = !m_folder.empty() && isWritableFolder(m_folder);
    const fs::path folder = isWritable ? m_folder : fs::temp_directory_path(error);
    fs::path file = folder.empty() ? fs::path() : folder / name;
    removeWithSidecar(file);
    return file;
}

std::optional<Image> ThumbnailCache::adopt(const fs::path& rendered, const std::string& key) const {
    auto image = readPicture(rendered);
    std::error_code error;
    if (image && rendered.parent_path() == m_folder) {
        fs::rename(rendered, fileOf(key), error);
    }
    removeWithSidecar(rendered);
    return image;
}

void ThumbnailCache::prune() const {
    if (m_folder.empty()) {
        return;
    }
    struct Old {
        fs::file_time_type time;
        fs::path file;
    };
    std::vector<Old> pictures;
    removeStaleTemporaries(m_folder);
    std::error_code error;
    const auto now = fs::file_time_type::clock::now();
    for (fs::directory_iterator at(m_folder, error), end; !error && at != end; at.increment(error)) {
        std::error_code unknown;
        const std::string name = at->path().filename().string();
        const auto time = at->last_write_time(unknown);
        if (unknown || !isOurs(name)) {
            continue;
        }
        if (isFinished(name)) {
            pictures.push_back({time, at->path()});
        } else if (now - time > kStale) {
            fs::remove(at->path(), unknown);
        }
    }
    if (pictures.size() <= kMaxFiles) {
        return;
    }
    std::ranges::sort(pictures, {}, &Old::time);
    for (std::size_t each = 0; each < pictures.size() - kMaxFiles; ++each) {
        fs::remove(pictures[each].file, error);
    }
}

}  // namespace shoal
