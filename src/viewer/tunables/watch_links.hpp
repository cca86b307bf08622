#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <shoal/scene.hpp>

namespace shoal {

/// A piece of a preset's text: plain words, or words that link to a slider.
struct WatchPiece {
    std::string text;
    std::string key;  ///< of the tunable, as the preset states it; empty for plain words

    friend bool operator==(const WatchPiece&, const WatchPiece&) = default;
};

/// Splits the text "what to watch" at its links: "Lower [alignment](alignment.weight) to 1".
std::vector<WatchPiece> watchPieces(std::string_view text);

/// Returns the text without the marks of its links: "Lower alignment to 1".
std::string plainWatch(std::string_view text);

/// Returns the full key of the first tunable that a link's key may mean, which may omit its beginning:
/// "species.fish.alignment.weight". Empty if there is none.
std::string linkedKey(std::string_view key, const std::vector<Section>& sections);

}  // namespace shoal
