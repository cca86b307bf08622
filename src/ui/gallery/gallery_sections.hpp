#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "ui/gallery/gallery_types.hpp"

namespace shoal {

/// The preset or file that a card of the gallery stands for.
struct GalleryCell {
    std::string id;         ///< "favourite.reef", "own.mine", "recent.0", "model.reef", "found.reef"
                            ///< or "found.own/mine"
    std::size_t index = 0;  ///< of the item; of the recent file if isFile
    bool isFile = false;
    std::size_t variants = 0;  ///< number of variants that can be unfolded below it
};

/// Cards under one heading.
struct GallerySection {
    std::string title;
    std::vector<GalleryCell> cells;
};

/// Sorts the cards into sections: favourites, the user's own, recent ones (at most `maxRecent`)
/// and the built-in models. Variants follow their model if its name is in `unfolded`. A search has one
/// section: all presets that contain each of its words, those with a match in the title first.
std::vector<GallerySection> gallerySections(const GalleryInput& input, std::string_view search,
                                            const std::set<std::string>& unfolded, std::size_t maxRecent);

}  // namespace shoal
