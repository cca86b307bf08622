#include "render/frame/tile.hpp"

#include <algorithm>

namespace shoal {
namespace {

/// Returns an even start, so that shaders take differences over the same pixel pairs in every tile.
int startOf(int tileStart, int tileLength, int whole, int largest) {
    const int start = std::clamp(tileStart + tileLength / 2 - largest / 2, 0, std::max(0, whole - largest));
    return start / 2 * 2;
}

}  // namespace

glm::mat4 cutTo(const Tile& part, const glm::mat4& projection, int width, int height) {
    if (part == Tile{0, 0, width, height}) {
        return projection;
    }
    const float scaleX = static_cast<float>(width) / static_cast<float>(part.width);
    const float scaleY = static_cast<float>(height) / static_cast<float>(part.height);
    glm::mat4 cut{1.0f};
    cut[0][0] = scaleX;
    cut[1][1] = scaleY;
    // From the part's middle to the middle of the whole, in half-sizes of the part.
    cut[3][0] = static_cast<float>(width - 2 * part.x - part.width) / static_cast<float>(part.width);
    cut[3][1] = static_cast<float>(height - 2 * part.y - part.height) / static_cast<float>(part.height);
    return cut * projection;
}

Tile windowAbout(const Tile& tile, int width, int height, int maxWidth, int maxHeight) {
    const int x = startOf(tile.x, tile.width, width, maxWidth);
    const int y = startOf(tile.y, tile.height, height, maxHeight);
    return {x, y, std::min(width - x, maxWidth), std::min(height - y, maxHeight)};
}

}  // namespace shoal
