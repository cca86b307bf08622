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

/// Cuts the text "what to watch" where it names a rule that is on, one to switch, or a tunable of such a rule
/// by two words. A rule stands for its weight, or for the tunable named just before it ("the radius of Offset
/// separation"). Of several species, the one named last before it in the sentence counts, else the first.
std::vector<WatchPiece> watchPieces(std::string_view text, const std::vector<Section>& sections,
                                    const std::vector<Species>& species);

}  // namespace shoal
