#include "app/state/gallery_desk.hpp"

#include <algorithm>
#include <utility>

#include "app/state/preset_picture.hpp"

namespace shoal {

namespace {

constexpr int kMaxTextures = 4;  // max made in one frame, which must not be late

}  // namespace

void GalleryDesk::open() {
    m_gallery.open();
    noteChangedPresets();
}

void GalleryDesk::noteChangedPresets() {
    m_asked.clear();
    m_textures.clear();
}

void GalleryDesk::build(const WidgetContext& context, const Shelf& shelf, const Place& place,
                        Commands& commands) {
    if (!isOpen()) {
        m_textures.clear();
        return;
    }
    list(shelf);
    const std::vector<std::size_t> visible = m_gallery.build(context,
                                                             {.items = m_items,
                                                              .pictures = m_pictures,
                                                              .recent = m_recent,
                                                              .hasKeys = place.hasKeys,
                                                              .left = place.left,
                                                              .right = place.right,
                                                              .below = place.below},
                                                             commands);
    readPictures(shelf, visible);
}

void GalleryDesk::list(const Shelf& shelf) {
    m_items.clear();
    for (const PresetEntry& entry : shelf.presets) {
        m_items.push_back(
            {.name = entry.name,
             .base = entry.base,
             .title = entry.title,
             .watch = entry.watch,
             .origin = shortOrigin(entry.source),
             .words = entry.about + " " + entry.source.author + " " + entry.source.title + " " + entry.rules,
             .isOwn = !entry.file.empty(),
             .isFavourite = std::ranges::find(shelf.favourites, entry.name) != shelf.favourites.end(),
             .isShown = m_items.size() == shelf.shown,
             .problem = entry.problem});
    }
    m_pictures.clear();
    for (const GalleryItem& item : m_items) {
        m_pictures.push_back(m_textures.of(item.key()));
    }
    m_recent.clear();
    for (std::size_t index = 0; index < shelf.recent.size(); ++index) {
        const RecentItem& recent = shelf.recent[index];
        if (recent.isShown) {
            continue;
        }
        const auto preset = std::ranges::find(shelf.presets, recent.origin, &PresetEntry::name);
        m_recent.push_back({.preset = {}, .title = recent.title, .hint = recent.hint, .index = index});
        if (preset != shelf.presets.end()) {
            m_recent.back().preset = static_cast<std::size_t>(preset - shelf.presets.begin());
        }
    }
}

/// Makes textures of the pictures in view.
void GalleryDesk::readPictures(const Shelf& shelf, const std::vector<std::size_t>& visible) {
    std::vector<std::string> keys;
    int made = 0;
    for (const std::size_t index : visible) {
        const std::string& key = keys.emplace_back(m_items[index].key());
        if (made == kMaxTextures || m_textures.of(key) != ImTextureID{} || m_asked.contains(key)) {
            continue;
        }
        m_asked.insert(key);
        const auto show = [this, key](const std::optional<Image>& picture) {
            if (picture && isOpen()) {
                m_textures.put(key, *picture);
            }
        };
        const PresetEntry& entry = shelf.presets[index];
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
