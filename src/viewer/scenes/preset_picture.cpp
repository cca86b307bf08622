#include "viewer/scenes/preset_picture.hpp"

#include <algorithm>
#include <iterator>

#include "capture/picture/png.hpp"
#include "embedded_pictures.hpp"
#include "system/files/atomic_file.hpp"
#include "viewer/files/user_files.hpp"

namespace shoal {

namespace {

constexpr std::size_t kMaxBytes = std::size_t{1} << 20;  // of a picture's file; they have up to 200 KB

std::optional<Image> decoded(std::string_view png) {
    auto image = decodePng(png, kPresetPictureWidth, kPresetPictureHeight);
    return image ? std::optional(std::move(*image)) : std::nullopt;
}

}  // namespace

std::optional<Image> presetPicture(const PresetEntry& preset) {
    if (!preset.file.empty()) {
        const auto bytes = readWholeFile(presetPictureFile(preset.file), kMaxBytes);
        return bytes ? decoded(*bytes) : std::nullopt;
    }
    const auto* found = std::ranges::find(embeddedPictures, preset.name + ".png", &EmbeddedFile::name);
    return found != std::end(embeddedPictures) ? decoded(found->bytes) : std::nullopt;
}

void savePresetPicture(const std::filesystem::path& preset, const Image& picture) {
    const std::filesystem::path file = presetPictureFile(preset);
    if (makeFolder(file.parent_path())) {
        // A preset without a picture has a plain card.
        [[maybe_unused]] const Outcome written = writePng(file, picture);
    }
}

std::filesystem::path presetPictureFile(const std::filesystem::path& preset) {
    return preset.parent_path() / "pictures" / (preset.stem().string() + ".png");
}

}  // namespace shoal
