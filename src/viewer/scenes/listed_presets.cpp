#include "viewer/scenes/listed_presets.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "ui/text/value_text.hpp"
#include "ui/widgets/fonts.hpp"

namespace shoal {

namespace {

/// Returns the entry whose `member` is `value`; null if there is none.
template <class Value>
const PresetEntry* find(const std::vector<PresetEntry>& entries, const Value& value,
                        Value PresetEntry::*member) {
    const auto found = std::ranges::find(entries, value, member);
    return found != entries.end() ? &*found : nullptr;
}

}  // namespace

const std::string& presetTitle(const Scene& preset) {
    return preset.title.empty() ? preset.name : preset.title;
}

std::string ListedPresets::use(PresetList list) {
    m_entries = std::move(list.entries);
    m_items.clear();
    for (const PresetEntry& entry : m_entries) {
        for (const std::string* text :
             {&entry.name, &entry.title, &entry.watch, &entry.about, &entry.source.title,
              &entry.source.author, &entry.source.note, &entry.problem}) {
            noteLetters(*text);
        }
        m_items.push_back({.name = entry.name,
                           .title = entry.title,
                           .watch = entry.watch,
                           .origin = shortOrigin(entry.source),
                           .words = fmt::format("{} {} {} {}", entry.about, entry.source.author,
                                                entry.source.title, entry.rules),
                           .isVariant = !entry.base.empty(),
                           .isOwn = !entry.file.empty(),
                           .place = entry.place,
                           .problem = entry.problem});
    }
    return std::exchange(m_unlisted, list.unlisted) != list.unlisted ? list.unlisted : std::string();
}

void ListedPresets::useRecent(std::span<const std::string> origins, const std::string& shown) {
    m_recent.clear();
    for (const std::string& origin : origins) {
        const PresetEntry* const preset = named(origin);
        const std::filesystem::path file = origin;
        noteLetters(origin);
        m_recent.push_back({.origin = origin,
                            .title = preset != nullptr ? preset->title : file.filename().string(),
                            .hint = preset != nullptr ? preset->watch : origin,
                            .preset = preset != nullptr ? std::optional(indexOf(*preset)) : std::nullopt,
                            .isShown = origin == shown});
    }
}

const PresetEntry* ListedPresets::named(const std::string& name) const {
    return find(m_entries, name, &PresetEntry::name);
}

const PresetEntry* ListedPresets::titled(const std::string& title) const {
    return find(m_entries, title, &PresetEntry::title);
}

const PresetEntry* ListedPresets::ofFile(const std::filesystem::path& file) const {
    return find(m_entries, file, &PresetEntry::file);
}

void ListedPresets::note(const Scene& loaded, const PresetEntry* entry) {
    noteLetters(loaded);
    m_index = entry != nullptr ? indexOf(*entry) : m_entries.size();
    m_copyTitle = titleForCopy(presetTitle(loaded), m_entries);
}

}  // namespace shoal
