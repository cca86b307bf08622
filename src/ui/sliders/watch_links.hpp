#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <shoal/scene.hpp>

namespace shoal {

/// A piece of a preset's text: plain words, or words that name a slider.
struct WatchPiece {
    std::string text;
    std::string key;  ///< of the tunable that it names; empty for plain words

    friend bool operator==(const WatchPiece&, const WatchPiece&) = default;
};

/// Splits the text "what to watch" at the names of enabled rules, of rules to switch, and of their tunables
/// with two words. A rule's name refers to its weight, or to the tunable named just before it ("the radius of
/// Offset separation"). With several species, it refers to the one last named before it in the sentence,
/// otherwise the first.
std::vector<WatchPiece> watchPieces(std::string_view text, const std::vector<Section>& sections,
                                    const std::vector<Species>& species);

}  // namespace shoal
