#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "play/background/background.hpp"
#include "ui/widgets/widgets.hpp"
#include "viewer/scenes/gallery.hpp"
#include "viewer/scenes/listed_presets.hpp"
#include "viewer/scenes/picture_textures.hpp"

namespace shoal {

/// The gallery with its data.
class GalleryDesk {
public:
    /// `background` reads the user's own presets and their pictures; it must outlive the desk, and the desk
    /// its drain().
    explicit GalleryDesk(Background& background) : m_background(background) {}

    void open(std::optional<LookSettings::Place> place = {});
    void close() { m_gallery.close(); }
    /// Call when presets may have changed: reads their pictures again.
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
    void build(const WidgetContext& context, const ListedPresets& presets, const Place& place,
               Commands& commands);

private:
    void readPictures(const ListedPresets& presets, const std::vector<std::size_t>& visible);

    Background& m_background;
    Gallery m_gallery;
    std::vector<ImTextureID> m_pictures;
    PictureTextures m_textures;
    std::set<std::string> m_asked;  ///< keys of presets whose picture was asked for, or is missing
};

}  // namespace shoal
