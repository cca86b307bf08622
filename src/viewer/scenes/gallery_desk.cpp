#include "viewer/scenes/gallery_desk.hpp"

#include <string>

#include "viewer/scenes/preset_picture.hpp"

namespace shoal {

namespace {

constexpr int kMaxTextures = 4;  // max made in one frame, which must not be late

}  // namespace

void GalleryDesk::open(std::optional<LookSettings::Place> place) {
    m_gallery.open(place);
    noteChangedPresets();
}

void GalleryDesk::noteChangedPresets() {
    m_asked.clear();
    m_textures.clear();
}

void GalleryDesk::build(const WidgetContext& context, const ListedPresets& presets, const Place& place,
                        Commands& commands) {
    if (!isOpen()) {
        m_textures.clear();
        return;
    }
    const std::vector<PresetItem>& items = presets.items();
    m_pictures.clear();
    for (const PresetItem& item : items) {
        m_pictures.push_back(m_textures.of(item.key()));
    }
    readPictures(presets, m_gallery.build(context,
                                          {.presets = items,
                                           .pictures = m_pictures,
                                           .recent = presets.recent(),
                                           .shown = presets.index(),
                                           .hasKeys = place.hasKeys,
                                           .left = place.left,
                                           .right = place.right,
                                           .below = place.below},
                                          commands));
}

/// Makes textures of the pictures in view.
void GalleryDesk::readPictures(const ListedPresets& presets, const std::vector<std::size_t>& visible) {
    std::vector<std::string> keys;
    int made = 0;
    for (const std::size_t index : visible) {
        const std::string& key = keys.emplace_back(presets.items()[index].key());
        if (made == kMaxTextures || m_textures.of(key) != ImTextureID{} || m_asked.contains(key)) {
            continue;
        }
        m_asked.insert(key);
        const auto show = [this, key](const std::optional<Image>& picture) {
            if (picture && isOpen()) {
                m_textures.put(key, *picture);
            }
        };
        const PresetEntry& entry = presets.entries()[index];
        if (entry.file.empty()) {
            show(presetPicture(entry));
        } else {
            m_background.run([entry] { return presetPicture(entry); }, show);
        }
        ++made;
    }
    m_textures.keepOnly(keys);
}

}  // namespace shoal
