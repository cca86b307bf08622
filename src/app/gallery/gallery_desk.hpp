#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <shoal/scene.hpp>

#include "app/files/preset_library.hpp"
#include "ui/gallery/gallery.hpp"
#include "ui/panel/panel_types.hpp"
#include "ui/widgets/widgets.hpp"

namespace shoal {

/// The gallery with its data.
class GalleryDesk {
public:
    /// What the viewer knows of its presets.
    struct Shelf {
        std::span<const PresetEntry> presets;
        std::span<const std::string> favourites;  ///< names; unknown ones have no effect
        std::span<const RecentItem> recent;
        std::size_t shown = 0;  ///< index of the preset that the viewer shows; presets.size() if none
    };

    void open() { m_gallery.open(); }
    void close() { m_gallery.close(); }
    bool isOpen() const { return m_gallery.isOpen(); }

    /// What surrounds the gallery in this frame.
    struct Place {
        float left = 0.0f;    ///< [px] where the picture begins
        float below = 0.0f;   ///< [px] covered at its bottom
        bool hasKeys = true;  ///< nothing else has the keyboard
    };

    /// Builds it within an ImGui frame, if it is open.
    GalleryRequests build(const WidgetContext& context, const Shelf& shelf, const Place& place);

private:
    void list(const Shelf& shelf);
    void explain(const Shelf& shelf, const std::optional<std::size_t>& index);

    Gallery m_gallery;
    std::vector<GalleryItem> m_items;
    std::vector<GalleryRecent> m_recent;
    std::vector<std::size_t> m_recentIndices;  ///< in Shelf::recent
    std::vector<ImTextureID> m_pictures;
    std::string m_explainedName;
    std::optional<Scene> m_explained;
};

}  // namespace shoal
