#include "app/gallery/gallery_desk.hpp"

#include <algorithm>
#include <utility>

namespace shoal {

GalleryRequests GalleryDesk::build(const WidgetContext& context, const Shelf& shelf, const Place& place) {
    if (!isOpen()) {
        m_explained.reset();
        m_explainedName.clear();
        return {};
    }
    list(shelf);
    GalleryRequests requests = m_gallery.build(context, {.items = m_items,
                                                         .pictures = m_pictures,
                                                         .recent = m_recent,
                                                         .explained = m_explained ? &*m_explained : nullptr,
                                                         .hasKeys = place.hasKeys,
                                                         .left = place.left,
                                                         .below = place.below});
    if (requests.recent) {
        requests.recent = m_recentIndices[*requests.recent];
    }
    explain(shelf, requests.explained);
    return requests;
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
    m_pictures.assign(m_items.size(), nullptr);
    m_recent.clear();
    m_recentIndices.clear();
    for (std::size_t index = 0; index < shelf.recent.size(); ++index) {
        const RecentItem& recent = shelf.recent[index];
        if (recent.isShown) {
            continue;
        }
        const auto preset = std::ranges::find(shelf.presets, recent.origin, &PresetEntry::name);
        m_recent.push_back({.preset = {}, .title = recent.title, .hint = recent.hint});
        if (preset != shelf.presets.end()) {
            m_recent.back().preset = static_cast<std::size_t>(preset - shelf.presets.begin());
        }
        m_recentIndices.push_back(index);
    }
}

/// Opens the preset whose source is shown.
void GalleryDesk::explain(const Shelf& shelf, const std::optional<std::size_t>& index) {
    const std::string name = index ? shelf.presets[*index].name : std::string();
    if (name == m_explainedName) {
        return;
    }
    m_explainedName = name;
    m_explained.reset();
    if (index) {
        if (auto scene = openEntry(shelf.presets[*index])) {
            m_explained = std::move(*scene);
        }
    }
}

}  // namespace shoal
