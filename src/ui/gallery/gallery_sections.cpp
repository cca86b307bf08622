#include "ui/gallery/gallery_sections.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

#include <fmt/format.h>

namespace shoal {

namespace {

std::string withoutCase(std::string_view text) {
    std::string lower(text);
    std::ranges::transform(lower, lower.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return lower;
}

std::vector<std::string> wordsOf(std::string_view search) {
    std::vector<std::string> words;
    std::string word;
    for (const char c : withoutCase(search) + " ") {
        if (c != ' ') {
            word += c;
        } else if (!word.empty()) {
            words.push_back(std::exchange(word, {}));
        }
    }
    return words;
}

bool containsAll(const std::string& text, const std::vector<std::string>& words) {
    return std::ranges::all_of(words,
                               [&](const std::string& word) { return text.find(word) != std::string::npos; });
}

GallerySection found(const GalleryInput& input, const std::vector<std::string>& words) {
    std::vector<GalleryCell> inTitle;
    std::vector<GalleryCell> elsewhere;
    for (std::size_t index = 0; index < input.items.size(); ++index) {
        const GalleryItem& item = input.items[index];
        GalleryCell cell{.id = "found." + item.key(), .index = index};
        const std::string title = withoutCase(item.title + " " + item.name);
        if (containsAll(title, words)) {
            inTitle.push_back(std::move(cell));
        } else if (containsAll(title + " " + withoutCase(item.watch + " " + item.origin + " " + item.words),
                               words)) {
            elsewhere.push_back(std::move(cell));
        }
    }
    inTitle.insert(inTitle.end(), elsewhere.begin(), elsewhere.end());
    return {inTitle.empty() ? std::string("Nothing found") : fmt::format("{} found", inTitle.size()),
            std::move(inTitle)};
}

void add(std::vector<GallerySection>& sections, GallerySection section) {
    if (!section.cells.empty()) {
        sections.push_back(std::move(section));
    }
}

}  // namespace

std::vector<GallerySection> gallerySections(const GalleryInput& input, std::string_view search,
                                            const std::set<std::string>& unfolded, std::size_t maxRecent) {
    if (const auto words = wordsOf(search); !words.empty()) {
        return {found(input, words)};
    }
    const auto items = input.items;
    GallerySection favourites{"Favourites", {}};
    GallerySection own{"Yours", {}};
    GallerySection recent{"Recent", {}};
    GallerySection models{"Models", {}};
    for (std::size_t index = 0; index < items.size(); ++index) {
        const GalleryItem& item = items[index];
        if (item.isFavourite) {
            favourites.cells.push_back({.id = "favourite." + item.key(), .index = index});
        }
        if (item.isOwn) {
            own.cells.push_back({.id = "own." + item.name, .index = index});
        } else if (item.base.empty()) {
            const auto variants = std::ranges::count(items, item.name, &GalleryItem::base);
            models.cells.push_back(
                {.id = "model." + item.name, .index = index, .variants = static_cast<std::size_t>(variants)});
        } else if (unfolded.contains(item.base)) {
            models.cells.push_back({.id = "model." + item.name, .index = index});
        }
    }
    for (std::size_t index = 0; index < input.recent.size() && recent.cells.size() < maxRecent; ++index) {
        const auto& preset = input.recent[index].preset;
        recent.cells.push_back({.id = fmt::format("recent.{}", index),
                                .index = preset.value_or(index),
                                .isFile = !preset.has_value()});
    }
    std::vector<GallerySection> sections;
    add(sections, std::move(favourites));
    add(sections, std::move(own));
    add(sections, std::move(recent));
    add(sections, std::move(models));
    return sections;
}

}  // namespace shoal
