#include "viewer/tunables/watch_links.hpp"

#include <algorithm>
#include <cctype>

namespace shoal {

namespace {

bool isKey(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](unsigned char c) {
        return std::isalnum(c) != 0 || c == '_' || c == '-' || c == '.';
    });
}

}  // namespace

std::vector<WatchPiece> watchPieces(std::string_view text) {
    std::vector<WatchPiece> pieces;
    std::size_t plain = 0;
    const auto endPlain = [&](std::size_t at) {
        if (at > plain) {
            pieces.push_back({std::string(text.substr(plain, at - plain)), {}});
        }
    };
    for (std::size_t at = text.find('['); at != std::string_view::npos; at = text.find('[', at + 1)) {
        const std::size_t middle = std::min(text.find("](", at), text.size());
        const std::size_t end = text.find(')', middle);
        if (end == std::string_view::npos) {
            break;
        }
        const std::string_view words = text.substr(at + 1, middle - at - 1);
        const std::string_view key = text.substr(middle + 2, end - middle - 2);
        if (words.empty() || words.find('[') != std::string_view::npos || !isKey(key)) {
            continue;
        }
        endPlain(at);
        pieces.push_back({std::string(words), std::string(key)});
        at = end;
        plain = end + 1;
    }
    endPlain(text.size());
    return pieces;
}

std::string plainWatch(std::string_view text) {
    std::string plain;
    for (const WatchPiece& piece : watchPieces(text)) {
        plain += piece.text;
    }
    return plain;
}

std::string linkedKey(std::string_view key, const std::vector<Section>& sections) {
    for (const Section& section : sections) {
        for (const Parameter& parameter : section.tunables.parameters) {
            const std::string full = section.path + "." + std::string(parameter.declared.key);
            if (full == key || full.ends_with("." + std::string(key))) {
                return full;
            }
        }
    }
    return {};
}

}  // namespace shoal
