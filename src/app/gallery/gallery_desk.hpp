#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <shoal/scene.hpp>

#include "app/files/preset_library.hpp"
#include "app/gallery/picture_textures.hpp"
#include "app/gallery/thumbnail_worker.hpp"
#include "ui/gallery/gallery.hpp"
#include "ui/panel/panel_types.hpp"
#include "ui/widgets/widgets.hpp"

namespace shoal {

/// The gallery with its data.
class GalleryDesk {
public:
    /// `cache` is the folder for pictures; `renderArguments` are appended to `shoal render`, which makes
    /// them.
    GalleryDesk(const std::filesystem::path& cache, std::vector<std::string> renderArguments)
        : m_worker(ThumbnailCache(cache), std::move(renderArguments)) {}

    /// The viewer's data about its presets.
    struct Shelf {
        std::span<const PresetEntry> presets;
        std::span<const std::string> favourites;  ///< names; unknown ones have no effect
        std::span<const RecentItem> recent;
        std::size_t shown = 0;  ///< index of the preset that the viewer shows; presets.size() if none
    };

    void open();
    void close() { m_gallery.close(); }
    /// Call when presets may have changed: makes their pictures and the source page again.
    void noteChangedPresets();

    bool isOpen() const { return m_gallery.isOpen(); }

    /// Number of pictures kept as textures.
    std::size_t pictureCount() const { return m_textures.count(); }

    /// The gallery's surroundings in this frame.
    struct Place {
        float left = 0.0f;                ///< [px] width of the panel; 0 if it is hidden
        std::optional<float> right = {};  ///< [px] left edge of the capture panel if it is open
        float below = 0.0f;               ///< [px] covered at its bottom
        bool hasKeys = true;              ///< nothing else has the keyboard
    };

    /// Builds it within an ImGui frame, if it is open.
    GalleryRequests build(const WidgetContext& context, const Shelf& shelf, const Place& place);

private:
    void list(const Shelf& shelf);
    void takePictures();
    void wantPictures(const Shelf& shelf, const std::vector<std::size_t>& visible);
    void explain(const Shelf& shelf, const std::optional<std::size_t>& index);

    Gallery m_gallery;
    std::vector<GalleryItem> m_items;
    std::vector<GalleryRecent> m_recent;
    std::vector<std::size_t> m_recentIndices;  ///< in Shelf::recent
    std::vector<ImTextureID> m_pictures;
    PictureTextures m_textures;
    std::vector<ThumbnailWorker::Made> m_arrived;  ///< not yet textures
    std::vector<std::string> m_wanted;             ///< keys of the presets whose pictures are shown
    bool m_isWantDue = false;
    std::string m_explainedKey;
    std::optional<Scene> m_explained;
    ThumbnailWorker m_worker;
};

}  // namespace shoal
